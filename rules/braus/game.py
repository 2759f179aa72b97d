"""The game Bräus: what is defined and imported here meets `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.braus.accounts import FEATS, MOMENTS, account, beaters, consider, feats_of, moment_of, takers
from rules.braus.imagined_deck import imagine
from rules.braus.legality import legal, never_playable
from rules.braus.lessons import GUIDE, TOPICS, ask, topics_of
from rules.braus.options import OPTIONS, SEATS, about_plays, check_options, impossible_score
from rules.braus.playing import apply
from rules.braus.ranking import GROUPED, ORDER
from rules.braus.state import dealt_cards, phase, start
from rules.braus.view import view
from rules.core.cards import Card
from rules.core.contract import Group, Option, paragraph_keys
from rules.core.guided import GuidedTrick
from rules.core.trick_game import face, turn

_SECTIONS: Final = {1: 0, 2: 6, 3: 3, 4: 4, 5: 6, 6: 3, 7: 5, 8: 2, 9: 0, 10: 4, 11: 6, 12: 0, 13: 0, 14: 0}
"""The number of numbered paragraphs in each section of BRAUS."""

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
guide: tuple[GuidedTrick, ...] = GUIDE
feats: tuple[str, ...] = FEATS
great_moments: tuple[str, ...] = MOMENTS
