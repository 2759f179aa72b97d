"""Commands, buttons and menus: parse, call the bot, answer.

No policy: `bot.tables` decides what is allowed.
"""
