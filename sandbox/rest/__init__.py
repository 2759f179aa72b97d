"""Discord's REST API v10, as far as it is built: routes, validation, rate limits, permissions of the bot.

What an accepted request changes is in `api` and `world`. Importing `rest_api` fills the table of routes.
"""
