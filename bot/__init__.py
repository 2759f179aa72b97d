"""The bot: tables of card games on Discord.

No rule of a game stands here (`rules`), and no command or button handler (`cogs`).
"""
