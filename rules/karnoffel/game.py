"""The game Karnöffel: what is defined and imported here meets `rules.core.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rules.core.cards import Card
from rules.core.contract import Group, Option, paragraph_keys
from rules.core.guided import GuidedTrick
from rules.core.trick_game import face, turn
from rules.karnoffel.accounts import FEATS, MOMENTS, account, beaters, consider, feats_of, moment_of, takers
from rules.karnoffel.imagined_deck import imagine, imagine_dealt
from rules.karnoffel.legality import legal, never_playable
from rules.karnoffel.lessons import GUIDE, TOPICS, ask, topics_of
from rules.karnoffel.options import OPTIONS, SEATS, about_plays, check_options, impossible_score
from rules.karnoffel.playing import apply
from rules.karnoffel.ranking import BY_RANK, PACK
from rules.karnoffel.state import dealt_cards, phase, start
from rules.karnoffel.view import face_up, view

_SECTIONS: Final = {2: 2, 3: 7, 4: 5, 5: 3, 6: 2, 7: 2, 8: 2, 9: 0, 10: 5, 11: 5}
"""The number of numbered paragraphs in each section that states the rules."""

name = "karnoffel"
version = 1
seats: tuple[int, ...] = (SEATS,)
options: tuple[Option, ...] = OPTIONS
pack: tuple[Card, ...] = PACK
order: tuple[Group, ...] = BY_RANK
largest_play = 1
can_pass_lead = False
paragraphs: Mapping[str, str] = paragraph_keys(name, _SECTIONS, also_whole=(10,))
topics: tuple[str, ...] = TOPICS
guide: tuple[GuidedTrick, ...] = GUIDE
feats: tuple[str, ...] = FEATS
great_moments: tuple[str, ...] = MOMENTS
