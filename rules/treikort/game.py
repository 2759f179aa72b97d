"""The game Treikort: what is defined and imported here meets `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Group, Option, paragraph_keys
from rules.core.guided import GuidedTrick
from rules.core.trick_game import turn
from rules.treikort.accounts import FEATS, MOMENTS, account, beaters, consider, feats_of, moment_of, takers
from rules.treikort.imagined_deck import imagine
from rules.treikort.legality import legal, never_playable
from rules.treikort.lessons import GUIDE, TOPICS, ask, topics_of
from rules.treikort.options import OPTIONS, SEATS, about_plays, check_options, impossible_score
from rules.treikort.playing import apply
from rules.treikort.ranking import GROUPED, ROLL
from rules.treikort.state import dealt_cards, phase, start
from rules.treikort.view import face, view

_SECTIONS: Final = {1: 0, 2: 4, 3: 3, 4: 4, 5: 8, 6: 3, 7: 0, 8: 2, 9: 3, 10: 7, 11: 0, 12: 0, 13: 0}
"""The number of numbered paragraphs in each section of the law."""

name = "treikort"
version = 1
seats: tuple[int, ...] = (SEATS,)
options: tuple[Option, ...] = OPTIONS
pack: tuple[Card, ...] = ROLL
order: tuple[Group, ...] = GROUPED[False]
largest_play = 1
can_pass_lead = False
paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(9,))
topics: tuple[str, ...] = TOPICS
guide: tuple[GuidedTrick, ...] = GUIDE
feats: tuple[str, ...] = FEATS
great_moments: tuple[str, ...] = MOMENTS
