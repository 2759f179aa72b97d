"""Texts: every sentence that a person reads, by key and language."""

from bot.texts.names import NOBODY, Names, escaped
from bot.texts.rules_page import rules_page
from bot.texts.words import MissingWordsError, Words, fact_key, in_language

__all__ = ["NOBODY", "MissingWordsError", "Names", "Words", "escaped", "fact_key", "in_language", "rules_page"]
