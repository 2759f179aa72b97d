"""A proposal to the people at a table, and its result."""

from __future__ import annotations

from bot.presentation.layouts.parts import GOOD, PageOfItems, layout, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.layouts.terms import told_pace
from bot.presentation.scenes import ProposalScene
from bot.texts.reader import Reader


@page_of.register
def proposal(scene: ProposalScene, reader: Reader, post: str = "") -> PageOfItems:
    """The proposal, who has agreed and when silence counts as consent; once answered, the result."""
    voice, to = TableText(reader, scene.head, post), str(scene.seq)
    buttons = [voice.button("more")]
    if scene.answered == "open":
        buttons = [voice.button("agree", to, style=GOOD), voice.button("disagree", to), voice.button("hand")]
    return layout(text(_proposed(scene, voice), *_answers(scene, voice)), *rows(buttons))


def _proposed(scene: ProposalScene, voice: TableText) -> str:
    by = voice.person(scene.by)
    if scene.what == "seat":
        return voice("proposal.seat", name=by, n=int(scene.value) + 1)
    if scene.what == "pause" and scene.value:
        return voice("proposal.pause-till", name=by, until=int(scene.value) // 1000)
    if scene.what == "pause":
        return voice("proposal.pause", name=by)
    return voice("proposal.pace", name=by, pace=told_pace(scene.value, voice))


def _answers(scene: ProposalScene, voice: TableText) -> list[str]:
    by, last = voice.person(scene.by), voice.person(scene.last)
    agreed, asked = (voice.words.join(list(map(voice.person, people))) for people in (scene.agreed, scene.asked))
    if scene.answered == "dropped":
        return [voice("proposal.dropped", name=last)]
    if scene.answered != "open":
        if scene.what == "seat":
            return [voice(f"proposal.seat.{scene.answered}", name=by, last=last, n=int(scene.value) + 1)]
        return [voice(f"proposal.{scene.answered}", name=last)]
    if scene.what == "seat":
        return [voice("proposal.seat.open", names=asked, name=by, at=scene.until)]
    told = [voice("proposal.agreed", names=agreed), voice("proposal.asked", names=asked, at=scene.until)]
    if scene.stands is not None:
        told.append(voice("proposal.stands", at=scene.stands) if scene.stands else voice("proposal.runs"))
    return told
