"""People and guilds: who they are, what they are called, and their preferences.

Who holds a seat belongs to `bot.tables`; texts and languages belong to `bot.texts`.
"""
