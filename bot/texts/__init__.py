"""Texts: every sentence that a person reads, by key and language."""

from bot.texts.catalogue import SOURCE_LANGUAGE
from bot.texts.names import NOBODY, Names, escaped, unescaped
from bot.texts.rules_page import rules_page
from bot.texts.words import MissingWordsError, Words, fact_key, in_language

__all__ = [
    "NOBODY",
    "SOURCE_LANGUAGE",
    "MissingWordsError",
    "Names",
    "Words",
    "escaped",
    "fact_key",
    "in_language",
    "rules_page",
    "unescaped",
]
