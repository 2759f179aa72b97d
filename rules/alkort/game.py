"""The game Alkort: what is defined and imported here meets `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.alkort.accounts import FEATS, MOMENTS, account, beaters, consider, feats_of, moment_of, takers
from rules.alkort.imagined_deck import imagine
from rules.alkort.legality import legal, never_playable
from rules.alkort.lessons import GUIDE, TOPICS, ask, topics_of
from rules.alkort.options import OPTIONS, SEATS, about_plays, check_options, impossible_score
from rules.alkort.playing import apply
from rules.alkort.ranking import ROLL, groups_with
from rules.alkort.state import dealt_cards, phase, start
from rules.alkort.view import face, view
from rules.core.cards import Card
from rules.core.contract import Group, Option, paragraph_keys
from rules.core.guided import GuidedTrick
from rules.core.trick_game import turn

_SECTIONS: Final = {1: 0, 2: 5, 3: 4, 4: 4, 5: 6, 6: 2, 7: 7, 8: 5, 9: 2, 10: 6, 11: 7, 12: 0, 13: 0}
"""The number of numbered paragraphs in each section of the law."""

name = "alkort"
version = 1
seats: tuple[int, ...] = (SEATS,)
options: tuple[Option, ...] = OPTIONS
pack: tuple[Card, ...] = ROLL
order: tuple[Group, ...] = groups_with(eights=True)
largest_play = 1
can_pass_lead = False
paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(10,))
topics: tuple[str, ...] = TOPICS
guide: tuple[GuidedTrick, ...] = GUIDE
feats: tuple[str, ...] = FEATS
great_moments: tuple[str, ...] = MOMENTS
