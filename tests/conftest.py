"""For all tests: a sentence that is missing is an error, not a key on the screen."""

from bot.texts import Words

Words.strict = True
