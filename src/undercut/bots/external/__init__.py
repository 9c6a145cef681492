"""External bots: separate programs that speak a line protocol, in any language, and one of ours for others.

Begin with `protocol`: the messages, and our side as such a bot.
"""
