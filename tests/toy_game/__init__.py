"""An invented game for five, with a private exchange and a pass, to try the bot on a game that it does not know."""
