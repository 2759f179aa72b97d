"""The game Voormsi: what is defined and imported here meets `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Group, Option, paragraph_keys
from rules.core.guided import GuidedTrick
from rules.core.trick_game import face, turn
from rules.voormsi.accounts import FEATS, MOMENTS, account, feats_of, moment_of
from rules.voormsi.explain import beaters, consider, takers
from rules.voormsi.imagined_deck import imagine
from rules.voormsi.legality import legal, never_playable
from rules.voormsi.lessons import GUIDE, TOPICS, topics_of
from rules.voormsi.options import OPTIONS, SEATS, about_plays, check_options
from rules.voormsi.playing import apply
from rules.voormsi.ranking import GROUPED, ORDER
from rules.voormsi.scoring import climb, impossible_score
from rules.voormsi.state import dealt_cards, phase, start
from rules.voormsi.trick import LARGEST
from rules.voormsi.view import view

_SECTIONS: Final = {1: 0, 2: 5, 3: 6, 4: 4, 5: 6, 6: 5, 7: 3, 8: 0, 9: 8, 10: 5, 11: 6, 12: 3, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of RULES."""

name = "voormsi"
version = 1
seats: tuple[int, ...] = SEATS
options: tuple[Option, ...] = OPTIONS
pack: tuple[Card, ...] = ORDER
order: tuple[Group, ...] = GROUPED
largest_play = LARGEST
can_pass_lead = False
paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(11,))
topics: tuple[str, ...] = TOPICS
guide: tuple[GuidedTrick, ...] = GUIDE
feats: tuple[str, ...] = FEATS
great_moments: tuple[str, ...] = MOMENTS
