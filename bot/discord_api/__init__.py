"""Discord's API and discord.py: errors, permissions, custom_ids, commands, emojis, connections.

Nothing here depends on tables or sends their messages.
"""
