"""The game Alkort as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.alkort.consider import beaters, consider, taking
from rules.alkort.exchange import KEEP
from rules.alkort.feats import FEATS, feats_of
from rules.alkort.imagined_deck import imagine
from rules.alkort.legality import legal, never_playable
from rules.alkort.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.alkort.playing import apply
from rules.alkort.possible_scores import impossible_score
from rules.alkort.questions import ask
from rules.alkort.ranking import ROLL, grouped
from rules.alkort.state import AlkortState, dealt, phase
from rules.alkort.topics import TOPICS, topics_of
from rules.alkort.trick_account import account
from rules.alkort.view import view
from rules.core.cards import Card
from rules.core.contract import Group, Move, Option, SeatAction
from rules.core.facts import paragraph_keys
from rules.core.trick_game import TrickGame, of_plays

_SECTIONS: Final = {1: 0, 2: 5, 3: 4, 4: 4, 5: 6, 6: 2, 7: 7, 8: 5, 9: 2, 10: 6, 11: 7, 12: 0, 13: 0}
"""The number of numbered paragraphs in each section of the law."""


class Alkort(TrickGame):
    """The game. Its states are `state.AlkortState`."""

    name = "alkort"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = ROLL
    order: tuple[Group, ...] = grouped(eights=True)
    paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(10,))
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

    def start(self, seats: int, options: Mapping[str, str]) -> AlkortState:
        return AlkortState(terms(seats, options))

    def face(self, action: SeatAction) -> SeatAction:
        """The card that a seat keeps is private to it (§11.4)."""
        if isinstance(action, Move) and action.kind == KEEP:
            return action._replace(cards=(), hidden=True)
        return action


GAME: Final = Alkort()
