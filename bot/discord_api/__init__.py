"""What we do to discord.py and know of Discord's API: errors, permissions, custom_ids, commands, connections.

Nothing here knows a table or sends a message of one.
"""
