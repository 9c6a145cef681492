"""Clients: identity, bans, limits.

Begin with `guards`, which every request passes.

- `guests`: who a client is, by a signed cookie, and the headers of responses
- `limits`: rate limits; `bans`: guests and addresses that the owner has banned
"""
