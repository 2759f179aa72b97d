"""Outages: times when people cannot reach their tables, measured, stored, and credited to their deadlines.

The deadlines themselves belong to `bot.tables`.
"""
