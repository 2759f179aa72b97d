"""The game Voormsi as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.capabilities import Climb
from rules.core.cards import Card
from rules.core.contract import Group, Option
from rules.core.facts import paragraph_keys
from rules.core.trick_game import TrickGame, of_plays
from rules.voormsi import scoring
from rules.voormsi.consider import beaters, consider, taking
from rules.voormsi.feats import FEATS, feats_of
from rules.voormsi.imagined_deck import imagine
from rules.voormsi.legality import legal, never_playable
from rules.voormsi.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.voormsi.playing import apply
from rules.voormsi.possible_scores import impossible_score
from rules.voormsi.ranking import GROUPED, ORDER
from rules.voormsi.state import State, begin, dealt, phase
from rules.voormsi.topics import TOPICS, topics_of
from rules.voormsi.trick import LARGEST
from rules.voormsi.trick_account import account
from rules.voormsi.view import view

_SECTIONS: Final = {1: 0, 2: 5, 3: 6, 4: 4, 5: 6, 6: 5, 7: 3, 8: 0, 9: 8, 10: 5, 11: 6, 12: 3, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of RULES."""


class Voormsi(TrickGame):
    """The game. Its states are `state.State`."""

    name = "voormsi"
    version = 1
    seats: tuple[int, ...] = SEATS
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ORDER
    order: tuple[Group, ...] = GROUPED
    largest_play = LARGEST
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(11,))
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
    feats_of = staticmethod(feats_of)
    consider = staticmethod(consider)
    never_playable = staticmethod(never_playable)
    beaters = staticmethod(beaters)
    taking = staticmethod(taking)

    def climb(self, seats: int, before: int, points: int) -> Climb:
        return scoring.climb(terms(seats, {}).target, before, points)

    def start(self, seats: int, options: Mapping[str, str]) -> State:
        return begin(terms(seats, options))


GAME: Final = Voormsi()
