"""The game Bräus as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.braus.consider import beaters, consider, taking
from rules.braus.feats import FEATS, feats_of
from rules.braus.imagined_deck import imagine
from rules.braus.legality import legal, never_playable
from rules.braus.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.braus.playing import apply
from rules.braus.possible_scores import impossible_score
from rules.braus.questions import ask
from rules.braus.ranking import GROUPED, ORDER
from rules.braus.state import BrausState, begin, dealt, phase
from rules.braus.topics import TOPICS, topics_of
from rules.braus.trick_account import account
from rules.braus.view import view
from rules.core.cards import Card
from rules.core.contract import Group, Option
from rules.core.facts import paragraph_keys
from rules.core.trick_game import TrickGame, of_plays

_SECTIONS: Final = {1: 0, 2: 6, 3: 3, 4: 4, 5: 6, 6: 3, 7: 5, 8: 2, 9: 0, 10: 4, 11: 6, 12: 0, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of BRAUS."""


class Braus(TrickGame):
    """The game. Its states are `state.BrausState`."""

    name = "braus"
    version = 1
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ORDER
    order: tuple[Group, ...] = GROUPED
    largest_play = 4
    can_pass_lead = True
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(6, 10))
    topics: tuple[str, ...] = TOPICS
    feats: tuple[str, ...] = FEATS

    check_options = staticmethod(check_options)
    about_plays = staticmethod(about_plays)
    impossible_score = staticmethod(impossible_score)
    phase = staticmethod(phase)
    apply = staticmethod(apply)
    legal = staticmethod(legal)
    view = staticmethod(view)
    account = staticmethod(of_plays(account))
    imagine = staticmethod(imagine)
    dealt = staticmethod(dealt)
    topics_of = staticmethod(topics_of)
    ask = staticmethod(ask)
    feats_of = staticmethod(feats_of)
    consider = staticmethod(consider)
    never_playable = staticmethod(never_playable)
    beaters = staticmethod(beaters)
    taking = staticmethod(taking)

    def start(self, seats: int, options: Mapping[str, str]) -> BrausState:
        return begin(terms(seats, options))


GAME: Final = Braus()
