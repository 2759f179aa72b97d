"""The end of a rubber: who won and why, and the scores after each hand."""

from __future__ import annotations

from bot.presentation.layouts.ladders import drawn
from bot.presentation.layouts.parts import LADDERS, MAIN, Button, Item, PageOfItems, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import ResultScene
from bot.texts.reader import Reader

MOST_HANDS = 40
"""The most hands that are listed; of a longer rubber, the last ones."""


@page_of.register
def result(scene: ResultScene, reader: Reader, post: str = "") -> PageOfItems:
    """The winner and the reason, the ladders, the scores after each hand, and buttons for a rematch and the record."""
    voice = TableText(reader, scene.head, post, scene.sides)
    winners = [voice.side(side) for side in scene.outcome.winners]
    return layout(
        text(
            voice("result.title", table=voice.table()),
            voice.count("result.winners", len(winners), winners=voice.words.join(winners)),
            voice("result.why", why=voice.fact(scene.outcome.why)),
        ),
        *[item for side in range(len(scene.sides)) for item in _ladder(scene, side, voice)],
        line(),
        text(voice("result.way") if scene.way else "", *way(scene, voice)),
        *rows([voice.button("rematch", style=MAIN), *_replay(scene, voice), voice.button("record")]),
        colour=LADDERS,
    )


def _ladder(scene: ResultScene, side: int, voice: TableText) -> list[Item]:
    score = scene.scores[side]
    key = "result.winner" if side in scene.outcome.winners else "result.loser"
    return [
        text(voice(key, side=voice.side(side), score=voice.words.score(score, scene.target))),
        *drawn(score, scene.target),
    ]


def _replay(scene: ResultScene, voice: TableText) -> list[Button]:
    """The button to the replay of the last finished hand, if there is one."""
    return [voice.button("replay", f"{len(scene.way)}.0")] if scene.way else []


def way(scene: ResultScene, voice: TableText) -> list[str]:
    """The scores after each hand, a line each; empty if the rubber ended before a hand was over."""
    told = [
        voice("result.hand", hand=number, scores=voice("list.score").join(map(str, scores)))
        for number, scores in enumerate(scene.way, start=1)
    ]
    return told[-MOST_HANDS:]
