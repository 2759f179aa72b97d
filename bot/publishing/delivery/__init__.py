"""Delivery: requests to Discord, and the guards that hold requests back.

Which message shows what belongs to `bot.publishing`.
"""
