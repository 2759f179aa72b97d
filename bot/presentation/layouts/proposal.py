"""A proposal to the people at a table, and its result."""

from __future__ import annotations

from bot.presentation.layouts.parts import GOOD, PageOfItems, Row, layout, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.terms import told_pace
from bot.presentation.scenes import ProposalScene
from bot.tables.seat_holders import SeatHolder
from bot.texts.reader import Reader


@page_of.register
def proposal(scene: ProposalScene, reader: Reader, post: str = "") -> PageOfItems:
    """The proposal, who has agreed and when silence counts as consent; once answered, the result."""
    voice = TableText(reader, scene.head, post)
    return layout(text(_what(scene, voice), *_answers(scene, voice)), *_buttons(scene, voice))


def _what(scene: ProposalScene, voice: TableText) -> str:
    by = voice.person(scene.by)
    if scene.what == "seat":
        return voice("proposal.seat", name=by, n=int(scene.value) + 1)
    if scene.what == "pause" and scene.value:
        return voice("proposal.pause-till", name=by, until=int(scene.value) // 1000)
    if scene.what == "pause":
        return voice("proposal.pause", name=by)
    return voice("proposal.pace", name=by, pace=told_pace(scene.value, voice))


def _answers(scene: ProposalScene, voice: TableText) -> list[str]:
    if scene.what == "seat" and scene.answered != "dropped":
        return _answers_about_a_seat(scene, voice)
    if scene.answered != "open":
        return [voice(f"proposal.{scene.answered}", name=voice.person(scene.last))]
    return [
        voice("proposal.agreed", names=_names(scene.agreed, voice)),
        voice("proposal.asked", names=_names(scene.asked, voice), at=scene.until),
        *_clock(scene, voice),
    ]


def _answers_about_a_seat(scene: ProposalScene, voice: TableText) -> list[str]:
    by, last = voice.person(scene.by), voice.person(scene.last)
    if scene.answered != "open":
        return [voice(f"proposal.seat.{scene.answered}", name=by, last=last, n=int(scene.value) + 1)]
    return [voice("proposal.seat.open", names=_names(scene.asked, voice), name=by, at=scene.until)]


def _clock(scene: ProposalScene, voice: TableText) -> list[str]:
    """Return whether the clock runs while the others are asked."""
    if scene.stands is None:
        return []
    return [voice("proposal.stands", at=scene.stands) if scene.stands else voice("proposal.runs")]


def _names(people: tuple[SeatHolder, ...], voice: TableText) -> str:
    return voice.words.join([voice.person(one) for one in people])


def _buttons(scene: ProposalScene, voice: TableText) -> list[Row]:
    if scene.answered != "open":
        return rows([voice.button("more")])
    to = str(scene.seq)
    return rows([voice.button("agree", to, style=GOOD), voice.button("disagree", to), voice.button("hand")])
