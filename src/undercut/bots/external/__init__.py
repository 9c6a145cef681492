"""External bots: separate programs that speak a line protocol, in any language, and one of ours for others.

Begin with `protocol`: the messages, and our side as such a bot.

- `client`: players of ours whose moves a program chooses
- `check`: whether a program keeps to the protocol
"""
