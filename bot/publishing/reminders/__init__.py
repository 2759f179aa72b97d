"""Reminders of plays that are due: when they are sent, and how they are removed again.

Deadlines belong to `bot.tables.deadlines`.
"""
