"""Texts: every sentence that people read, by key and language.

Callers decide when a sentence is used; the reader decides the language and how cards are shown.
"""

from bot.texts.catalogue import SOURCE_LANGUAGE, card_namings, languages
from bot.texts.commands import CommandWords
from bot.texts.escaping import NOBODY, SeatNames, escape, unescape
from bot.texts.games import game_and_name, game_argument, game_key, offered_games, offered_name, which_game
from bot.texts.rules_page import rules_page
from bot.texts.translator import MissingTextError, Translator, fact_key, in_language

__all__ = [
    "NOBODY",
    "SOURCE_LANGUAGE",
    "CommandWords",
    "MissingTextError",
    "SeatNames",
    "Translator",
    "card_namings",
    "escape",
    "fact_key",
    "game_and_name",
    "game_argument",
    "game_key",
    "in_language",
    "languages",
    "offered_games",
    "offered_name",
    "rules_page",
    "unescape",
    "which_game",
]
