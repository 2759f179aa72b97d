"""Show on Discord what is committed, and only that.

What a message looks like belongs to `bot.presentation`.
"""
