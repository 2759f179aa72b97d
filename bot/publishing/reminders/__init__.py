"""Remind people of plays that they owe, and take the reminders away again.

Deadlines belong to `bot.tables.deadlines`.
"""
