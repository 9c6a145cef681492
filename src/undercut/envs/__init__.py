"""The games as environments of other libraries; each module needs its library, and nothing here imports them."""
