"""Tables: what can be done at one, what it adds up to, the only way that it changes, and when it is due."""

from bot.tables.tables import Answer, Change, Kept, Tables, Where, check_open

__all__ = ["Answer", "Change", "Kept", "Tables", "Where", "check_open"]
