"""The picture of a page of a league's standings: as that of a cup's standings."""

from __future__ import annotations

from bot.cups.messages.cup_standings_picture import CupStandingRow, CupStandingsDrawing, ShownTieBreak
from bot.cups.messages.cup_text import points
from bot.cups.messages.entrant_names import drawn_name, drawn_text
from bot.cups.messages.league_panel import LeagueMove
from bot.cups.messages.league_standings import LeagueLine, LeagueStandingsScene, division_title, line_parts
from bot.messages.kit.drawing import Drawing, drawing_of
from bot.texts import Translator
from bot.texts.reader import Reader


@drawing_of.register
def of_league(scene: LeagueStandingsScene, reader: Reader) -> Drawing | None:
    """The drawing of a page; None if there is nobody on it."""
    if not scene.lines:
        return None
    words = reader.words
    rows = tuple(_row(line, words) for line in scene.lines)
    heading = words("league.heading", name=scene.head.name, n=scene.head.season)
    return CupStandingsDrawing(drawn_text(heading), drawn_text(division_title(scene, words)), rows)


def _row(line: LeagueLine, words: Translator) -> CupStandingRow:
    parts = tuple(ShownTieBreak(part, line.move is not LeagueMove.STAYS) for part in line_parts(line, words))
    return CupStandingRow(line.place, drawn_name(line.name, words), points(line.points, words), False, parts, line.own)
