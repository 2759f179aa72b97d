"""Publishing: shows committed changes on Discord, and nothing that is not committed.

What a message looks like belongs to `bot.messages`.
"""
