"""The menus of a hand, private to its player: Help…, and the plays to queue for the next turn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from bot.messages.hand.hand import card_codes, card_menu, considers, queued_lines, turn_of
from bot.messages.hand.hand_scene import QueuedPlay, queued_plays
from bot.messages.kit import ui
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText
from bot.messages.score.ladders import ladder_button
from bot.tables import LoadedTable
from bot.tables.queued_plays import ANY, CONDITIONS, FOLLOW, LEAD, MOST_QUEUED, WINS, possible_conditions
from bot.texts.reader import Reader
from rules.core.cards import Card
from rules.core.contract import View


@dataclass(frozen=True, slots=True)
class HandHelpScene(Scene):
    """Questions of a player, private. `waits`: others are to play, so that one may play ahead."""

    head: TableContext
    waits: bool


@dataclass(frozen=True, slots=True)
class AheadScene(Scene):
    """Plays for the seat's next turn, private: the queued ones, and the cards chosen for another one."""

    head: TableContext
    view: View
    """The view of the seat that asks."""
    queued: tuple[QueuedPlay, ...] = ()
    chosen: tuple[Card, ...] = ()
    conditions: tuple[str, ...] = CONDITIONS
    """Those that the seat's next play can meet."""


@ui.page_of.register
def hand_help(scene: HandHelpScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The questions about the play to come, those about the table, and, while others play, the menu to play ahead."""
    texts = TableText(reader, scene.head, post)
    asked = [texts.button("may"), texts.button("beats", key="beats-it")] if considers(texts.game) else []
    return ui.layout(
        ui.text(texts("help.title", table=texts.table())),
        *ui.rows([*asked, texts.button("ranks"), texts.button("why"), ladder_button(texts)]),
        *ui.rows([texts.button("ahead")] if scene.waits else []),
        colour=ui.YOURS,
    )


@ui.page_of.register
def ahead(scene: AheadScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The queued plays, a menu of the hand and, for chosen cards, a button for each condition."""
    view, chosen = scene.view, scene.chosen
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    menu = card_menu("ahead", view, texts, chosen, turn_of(view)) if len(scene.queued) < MOST_QUEUED else []
    lay = partial(texts.button, "lay", turn_of(view), card_codes(chosen), style=ui.MAIN)
    keys = {ANY: "lay-any", WINS: "lay-wins", LEAD: "lay-lead", FOLLOW: "lay-follow"}
    offered = [condition for condition in scene.conditions if condition != WINS or considers(texts.game)]
    conditions = [lay(condition, key=keys[condition]) for condition in offered]
    return ui.layout(
        ui.text(texts("ahead.title", table=texts.table()), texts("ahead.about")),
        ui.text(*queued_lines(scene.queued, texts)),
        ui.text(texts("ahead.chosen", cards=texts.cards(chosen)) if chosen else ""),
        *menu,
        *ui.rows(conditions if menu and chosen else []),
        *ui.rows([texts.button("take-back", style=ui.GRAVE)] if scene.queued else []),
        colour=ui.YOURS,
    )


def ahead_scene(head: TableContext, loaded: LoadedTable, seat: int, chosen: tuple[Card, ...] = ()) -> AheadScene:
    """Return the menu of a seat's next plays; `chosen`: the cards for another one, as far as it still holds them."""
    view = loaded.table.view(seat)
    held = tuple(card for card in view.hand if card in chosen)
    return AheadScene(head, view, queued_plays(loaded, seat), held, possible_conditions(loaded.table, seat))
