"""Clients: identity, bans, limits.

Begin with `guards`, which every request passes.

- `guests`: who a client is, by a signed cookie, and the headers of responses
- `limits`: how often it may do something; `bans`: whom the owner has shut out
"""
