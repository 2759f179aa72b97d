"""Commands, buttons and menus: parse, call the bot, answer.

No policy: what is allowed is decided in `bot.tables`.
"""
