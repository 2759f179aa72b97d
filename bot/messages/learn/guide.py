"""The guided first hand: three tricks that a newcomer plays, each with a sentence before it and one after."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

from discord import ButtonStyle

from bot.discord_api import custom_ids
from bot.members.seat_names import computer_name
from bot.messages.hand.hand import PASS, card_codes, seat_names
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, TableContext, pictured_scene
from bot.messages.kit.table_text import TableText
from bot.messages.table.trick import TrickScene, finished_plays, plays
from bot.tables.seat_holders import Holder, SeatHolder
from bot.texts import game_key
from bot.texts.reader import Reader
from rules import registry
from rules.core import guided
from rules.core.capabilities import HasGuide, offers
from rules.core.cards import Card
from rules.core.contract import Fact, TrickAccount, View
from rules.core.guided import NEWCOMER, GuidedTrick

VERB: Final = "guide"
SKIP: Final = 0
"""In place of a trick's number: the end of the guided hand."""


@dataclass(frozen=True, slots=True)
class GuideScene(Scene):
    """A trick of the guided hand, private: before the newcomer's play, or after it (`account`).

    `name`: of the newcomer; `table`: from which they come, if from one; `number`: from 1.
    """

    game: str
    name: str
    number: int
    view: View
    table: int | None = None
    account: TrickAccount | None = None
    refused: Fact | None = None
    """The reason why the play that was pressed may not be made."""


def guide_of(game: str) -> tuple[GuidedTrick, ...]:
    """Return the tricks of a game's guided hand; none for a game without one."""
    rules = registry.game(game)
    return rules.guide if offers(rules, HasGuide) else ()


@lru_cache(maxsize=64)
def _begun(game: str, number: int) -> Any:
    return guided.begin(registry.game(game), guide_of(game)[number - 1])


def guide_scene(
    game: str, name: str, number: int, table: int | None, played: Sequence[Card] | None = None
) -> GuideScene:
    """Return a trick of the guided hand; `played`: the newcomer's play to it."""
    rules, state = registry.game(game), _begun(game, number)
    shown = GuideScene(game, name, number, replace(rules.view(state, NEWCOMER), events=()), table)
    if played is None:
        return shown
    found = guided.finish(rules, guide_of(game)[number - 1], state, played)
    return replace(shown, refused=found) if isinstance(found, Fact) else replace(shown, account=found)


def _head(scene: GuideScene) -> TableContext:
    """The context of a table that is no real one: the newcomer, and computers."""
    others = (SeatHolder(Holder.COMPUTER, computer_name(0, seat, ())) for seat in range(1, len(scene.view.hand_sizes)))
    return TableContext(0, "", scene.game, (SeatHolder(Holder.PERSON, scene.name), *others), {}, "")


@ui.page_of.register
def guide(scene: GuideScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The sentence before, the trick and the cards to play; after the play what it did, and the sentence after."""
    tricks, view, account = guide_of(scene.game), scene.view, scene.account
    texts = TableText(reader, _head(scene), "", view.sides, order=view.order)
    title = texts("guide.title", number=scene.number, count=len(tricks))
    told, names = f"{scene.game}.guide.{tricks[scene.number - 1].name}", seat_names(view, texts)
    if account is None:
        refused = texts("hand.note", note=texts.fact(scene.refused)) if scene.refused else ""
        return ui.layout(
            ui.text(title, texts(f"{told}.before"), refused, *plays(view, texts, names)),
            *_plays(scene, texts),
            *ui.rows([_button(scene, texts("button.skip"), SKIP)]),
            colour=ui.YOURS,
        )
    following = scene.number + 1 if scene.number < len(tricks) else SKIP
    return ui.layout(
        ui.text(title, *finished_plays(account, texts, names=names)),
        ui.text(texts(f"{told}.after")),
        *ui.rows([_button(scene, texts("learn.next"), following, style=ui.MAIN)]),
        colour=ui.YOURS,
    )


def _plays(scene: GuideScene, texts: TableText) -> list[ui.ActionRow]:
    """A button for each card, and for each other play that is possible."""
    view = scene.view
    others = [play for play in view.legal if len(play) != 1]
    singles = [_play(scene, texts, (card,), texts.label(card), texts.emoji(card)) for card in view.hand]
    more = [_play(scene, texts, play, texts.card_list(play) if play else texts("hand.pass")) for play in others]
    return [*ui.even_rows(more), *ui.even_rows(singles)]


def _play(
    scene: GuideScene, texts: TableText, play: tuple[Card, ...], label: str, emoji: str | None = None
) -> ui.Button:
    style = ui.GOOD if play in scene.view.legal else ui.PLAIN
    return _button(scene, label, scene.number, card_codes(play) or PASS, style=style, emoji=emoji)


def _button(
    scene: GuideScene, label: str, number: int, *args: str, style: ButtonStyle = ui.PLAIN, emoji: str | None = None
) -> ui.Button:
    return ui.button(label, custom_ids.write(VERB, scene.table, game_key(scene.game, str(number)), *args), style, emoji)


@pictured_scene.register
def _pictured_scene(scene: GuideScene) -> Scene | None:
    if scene.account is None:
        return HandScene(_head(scene), scene.view, dm=False)
    return TrickScene(_head(scene), scene.account.hand_number, scene.account.number, None, scene.account)
