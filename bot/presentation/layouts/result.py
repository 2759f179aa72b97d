"""The end of a rubber: who won and why, and the scores after each hand."""

from __future__ import annotations

from bot.presentation.layouts.ladders import drawn
from bot.presentation.layouts.parts import LADDERS, MAIN, Item, PageOfItems, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import ResultScene
from bot.texts.reader import Reader

MOST_HANDS = 40
"""The most hands that are listed; of a longer rubber, the last ones."""


@page_of.register
def result(scene: ResultScene, reader: Reader, post: str = "") -> PageOfItems:
    """The winner and the reason, the ladders, the scores after each hand, and buttons for a rematch and the record."""
    texts = TableText(reader, scene.head, post, scene.sides)
    ladders: list[Item] = []
    for side, score in enumerate(scene.scores):
        key = "result.winner" if side in scene.outcome.winners else "result.loser"
        ladders.append(text(texts(key, side=texts.side(side), score=texts.words.score(score, scene.target))))
        ladders += drawn(score, scene.target)
    last_hand = [texts.button("replay", f"{len(scene.way)}.0")] if scene.way else []
    links = texts.links() if scene.dm else []
    return layout(
        text(
            texts("result.title", table=texts.table()),
            winners(scene, texts),
            texts("result.why", why=texts.fact(scene.outcome.why)),
        ),
        *ladders,
        line(),
        text(texts("result.way") if scene.way else "", *way(scene, texts)),
        *rows([texts.button("rematch", style=MAIN), *last_hand, texts.button("record"), *links]),
        colour=LADDERS,
    )


def winners(scene: ResultScene, texts: TableText) -> str:
    """Return who won; several sides share a draw."""
    sides = [texts.side(side) for side in scene.outcome.winners]
    return texts.count("result.winners", len(sides), winners=texts.words.join(sides))


def way(scene: ResultScene, texts: TableText) -> list[str]:
    """The scores after each hand, a line each; empty if the rubber ended before a hand was over."""
    told = [
        texts("result.hand", hand=number, scores=texts("list.score").join(map(str, scores)))
        for number, scores in enumerate(scene.way, start=1)
    ]
    return told[-MOST_HANDS:]
