"""The game Karnöffel as an object that implements `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Group, Option, Shuffle
from rules.core.facts import paragraph_keys
from rules.core.trick_game import TrickGame, of_plays
from rules.karnoffel.consider import beaters, consider, taking
from rules.karnoffel.feats import FEATS, feats_of
from rules.karnoffel.imagined_deck import imagine, imagine_dealt
from rules.karnoffel.legality import legal, never_playable
from rules.karnoffel.options import OPTIONS, SEATS, about_plays, check_options, terms
from rules.karnoffel.playing import apply
from rules.karnoffel.possible_scores import impossible_score
from rules.karnoffel.questions import ask
from rules.karnoffel.ranking import BY_RANK, PACK
from rules.karnoffel.state import KarnoffelState, begin, dealt, phase
from rules.karnoffel.topics import TOPICS, topics_of
from rules.karnoffel.trick_account import account
from rules.karnoffel.view import view

_SECTIONS: Final = {2: 2, 3: 7, 4: 5, 5: 3, 6: 2, 7: 2, 8: 2, 9: 0, 10: 5, 11: 5}
"""The number of numbered paragraphs in each section that states the rules."""


class Karnoffel(TrickGame):
    """The game. Its states are `state.KarnoffelState`."""

    name = "karnoffel"
    version = 1
    seats: tuple[int, ...] = (SEATS,)
    options: tuple[Option, ...] = OPTIONS
    pack: tuple[Card, ...] = PACK
    order: tuple[Group, ...] = BY_RANK
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
    imagine_dealt = staticmethod(imagine_dealt)
    dealt = staticmethod(dealt)
    topics_of = staticmethod(topics_of)
    ask = staticmethod(ask)
    feats_of = staticmethod(feats_of)
    consider = staticmethod(consider)
    never_playable = staticmethod(never_playable)
    beaters = staticmethod(beaters)
    taking = staticmethod(taking)

    def start(self, seats: int, options: Mapping[str, str]) -> KarnoffelState:
        return begin(terms(seats, options))

    def face_up(self, shuffle: Shuffle) -> tuple[Card, ...]:
        return shuffle.cards[:SEATS]


GAME: Final = Karnoffel()
