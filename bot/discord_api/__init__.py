"""Discord's API and discord.py: the connection, requests and what holds them back, errors, permissions, custom_ids.

Nothing here depends on tables. Which message shows what belongs to `bot.publishing`.
"""
