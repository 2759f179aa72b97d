"""A proposal to the people at a table, and its result."""

from __future__ import annotations

from dataclasses import dataclass

from bot.messages.kit.components import GOOD, PageOfItems, layout, page_of, rows, text
from bot.messages.kit.pace_text import told_pace
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.tables.seat_holders import SeatHolder
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class ProposalScene(Scene):
    """A proposal to everybody seated or to the other side: who has agreed, and its result."""

    head: TableContext
    what: str
    """`pause`, `pace` or `seat`."""
    value: str
    """The pace, or the seat that somebody would like to take.

    For a pause during somebody's absence: its end (ms since the epoch); for other pauses "".
    """
    by: SeatHolder
    agreed: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    """The people who have not answered yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: SeatHolder
    """The person who answered last."""
    until: int
    """The time when silence counts as consent, seconds since the epoch."""
    stands: int | None = None
    """The latest time at which the clock starts again, seconds since the epoch; 0: it runs; None: there is no clock."""
    seq: int = 0
    """The number of the record's entry with the proposal, which its buttons refer to."""


@page_of.register
def proposal(scene: ProposalScene, reader: Reader, post: str = "") -> PageOfItems:
    """The proposal, who has agreed and when silence counts as consent; once answered, the result."""
    texts, to = TableText(reader, scene.head, post), str(scene.seq)
    buttons = [texts.button("more")]
    if scene.answered == "open":
        buttons = [texts.button("agree", to, style=GOOD), texts.button("disagree", to), texts.button("hand")]
    return layout(text(_proposed(scene, texts), *_answers(scene, texts)), *rows(buttons))


def _proposed(scene: ProposalScene, texts: TableText) -> str:
    by = texts.person(scene.by)
    if scene.what == "seat":
        return texts("proposal.seat", name=by, n=int(scene.value) + 1)
    if scene.what == "pause" and scene.value:
        return texts("proposal.pause-till", name=by, until=int(scene.value) // 1000)
    if scene.what == "pause":
        return texts("proposal.pause", name=by)
    return texts("proposal.pace", name=by, pace=told_pace(scene.value, texts))


def _answers(scene: ProposalScene, texts: TableText) -> list[str]:
    by, last = texts.person(scene.by), texts.person(scene.last)
    agreed, asked = (texts.words.join(list(map(texts.person, people))) for people in (scene.agreed, scene.asked))
    if scene.answered == "dropped":
        return [texts("proposal.dropped", name=last)]
    if scene.answered != "open":
        if scene.what == "seat":
            return [texts(f"proposal.seat.{scene.answered}", name=by, last=last, n=int(scene.value) + 1)]
        return [texts(f"proposal.{scene.answered}", name=last)]
    if scene.what == "seat":
        return [texts("proposal.seat.open", names=asked, name=by, at=scene.until)]
    told = [texts("proposal.agreed", names=agreed), texts("proposal.asked", names=asked, at=scene.until)]
    if scene.stands is not None:
        told.append(texts("proposal.stands", at=scene.stands) if scene.stands else texts("proposal.runs"))
    return told
