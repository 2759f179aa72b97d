"""The page behind *More…*: the way to everything that there is to see of a cup."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.cups.cup import Cup
from bot.cups.messages import cup_text
from bot.cups.messages.cup_text import CupHead, CupVerb
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene
from bot.texts import Translator
from bot.texts.reader import Reader


@dataclass(frozen=True, slots=True)
class CupMoreScene(Scene):
    """The way to everything of a cup, private. `rounds`: the number of those that are paired."""

    head: CupHead
    rounds: int


def more_scene(cup: Cup) -> CupMoreScene:
    return CupMoreScene(cup_text.head_of(cup), len(cup.rounds))


@ui.page_of.register
def more(scene: CupMoreScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The name of a cup, what it is, and a button for each of its pages."""
    words, head = reader.words, scene.head
    return ui.layout(
        ui.text(cup_text.title(head), cup_text.summary(head.rules, words)),
        *ui.even_rows(_buttons(scene, words)),
        colour=ui.YOURS,
    )


def _buttons(scene: CupMoreScene, words: Translator) -> Iterator[ui.Button]:
    rules, has_begun = scene.head.rules, scene.rounds > 0
    offered = {
        CupVerb.MINE: True,
        CupVerb.ENTRANTS: True,
        CupVerb.STANDINGS: has_begun,
        CupVerb.CROSS: has_begun and rules.is_round_robin,
        CupVerb.BRACKET: rules.is_knock_out and scene.rounds > rules.swiss_rounds,
        CupVerb.ROUND: has_begun,
        CupVerb.SCHEDULE: True,
        CupVerb.RULES: True,
    }
    yield from (cup_text.cup_button(verb, words, scene.head) for verb, is_offered in offered.items() if is_offered)
    yield cup_text.cup_button(CupVerb.LOG, words, scene.head, 0, key="button.cup-log-all")
    yield cup_text.cup_button(CupVerb.HALL, words, scene.head, 0)
    yield cup_text.cup_button(CupVerb.EXPORT, words, scene.head)
