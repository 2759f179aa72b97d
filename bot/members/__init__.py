"""People and guilds: their names and preferences.

Seat holders belong to `bot.tables`; texts and languages belong to `bot.texts`.
"""
