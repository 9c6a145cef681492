"""External bots: separate programs that speak a line protocol, in any language, and one of ours for others."""
