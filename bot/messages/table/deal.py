"""The start of a hand, and its end with everything needed to check the deal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from bot.messages.kit import ui
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import MOST_TRICKS, PostContext, Scene, TableContext
from bot.messages.kit.seat_labels import names_of
from bot.messages.kit.table_text import TableText
from bot.messages.score import ladders
from bot.messages.score.ladders import has_ladder, ladder_button
from bot.messages.score.story import before_last, hand_won, winner_of_hand
from bot.messages.table.moment_picture import scene_of
from bot.tables.deals import ChainedProof, DealProof
from bot.tables.seat_holders import PlayPlace
from bot.tables.table import Feat, HandDeal, HandResult, Stage, Table
from bot.texts.reader import Reader
from bot.texts.translator import Translator
from rules.core.contract import View


@dataclass(frozen=True, slots=True)
class DealtScene(Scene):
    """The start of a hand: the cut (first hand of a rubber), the dealer, the code that was posted before it.

    `link`: to the post; "" at a table that is older than chains, whose code is of this deal alone.
    """

    head: TableContext
    view: View
    code: str
    link: str


@dataclass(frozen=True, slots=True)
class SummaryScene(Scene):
    """The end of a hand."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    result: HandResult
    goes_on: bool
    """True if another hand is dealt; if not, the rubber is over."""
    opened: bool = False
    """True if the hand is laid open: the picture shows the cards of all seats, not the score."""
    way: tuple[tuple[int, ...], ...] = ()
    """The scores after each hand up to this one."""
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber up to this hand."""


@ui.page_of.register
def new_hand(scene: DealtScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The start of a hand: the cut (first hand only), the dealer, and the code that fixed the deal."""
    view = scene.view
    texts = TableText(reader, scene.head, post, view.sides)
    cuts = []
    for number, cut in enumerate(view.cut if view.hand_number == 1 else ()):
        each = [texts("dealt.cut-card", name=texts.seat(seat), card=texts.card(card)) for seat, card in enumerate(cut)]
        cuts.append(texts("dealt.cut-again" if number else "dealt.cut", cards=texts("list.dot").join(each)))
    return ui.layout(
        ui.text(
            texts("dealt.title", table=texts.table(), hand=view.hand_number),
            *cuts,
            texts("dealt.dealer", name=texts.seat(view.dealer)) if view.dealer is not None else "",
            texts("dealt.sizes" if view.stock else "dealt.all", each=max(view.hand_sizes), stock=view.stock),
        ),
        ui.text(texts("dealt.bound" if scene.link else "dealt.proof", code=scene.code, link=scene.link)),
        *ui.rows([texts.button("hand", style=ui.MAIN), texts.button("ranks"), texts.button("rules")]),
    )


@ui.page_of.register
def summary(scene: SummaryScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The end of a hand: the cards of each seat, the score, and the deck with what proves it."""
    result = scene.result
    texts = TableText(reader, scene.head, post, scene.sides)
    return ui.layout(
        ui.text(
            texts("summary.title", table=texts.table(), hand=result.number),
            texts.fact(result.why) if result.why else "",
            *[side_of_hand(scene, side, texts) for side in range(len(scene.sides))],
        ),
        ui.text(texts("summary.dealt"), *[dealt_to(scene, seat, texts) for seat in range(len(result.dealt))]),
        ui.line(),
        ui.text(
            _proof(result.proof, texts),
            texts("summary.deck", deck=" ".join(card.code for card in result.deck)),
            texts("summary.next") if scene.goes_on else "",
        ),
        *ui.rows([
            texts.button("hand", style=ui.MAIN),
            ladder_button(texts),
            texts.button("replay", f"{result.number}.0"),
            texts.button("verify", str(result.number)),
        ]),
        colour=ui.LADDERS,
    )  # fmt: skip


def _proof(proof: DealProof, texts: TableText) -> str:
    if isinstance(proof, ChainedProof):
        return texts("summary.bound", key=proof.key, step=proof.step, code=proof.commitment, link=proof.link)
    return texts("summary.proof", digest=proof.digest, salt=proof.salt)


def side_of_hand(scene: SummaryScene, side: int, texts: TableText) -> str:
    """A side's tricks in the hand, and its score before and after."""
    result = scene.result
    score, before = result.scores[side], before_last(result, side, texts.words)
    told = {"side": texts.side(side), "units": result.units[side], "before": before, "after": score}
    if scene.target is None or not has_ladder(texts.game):
        return texts("summary.side-untargeted", **told | {"after": texts.words.score(score, scene.target)})
    key = "summary.side-bounced" if result.has_bounced(side) else "summary.side"
    return texts(key, **told, left=max(0, scene.target - score))


def dealt_to(scene: SummaryScene, seat: int, texts: TableText) -> str:
    """The cards that a seat was dealt and drew."""
    key = "summary.dealer-cards" if seat == scene.result.dealer else "summary.cards"
    return texts(key, name=texts.seat(seat), cards=" ".join(card.symbol for card in scene.result.dealt[seat]))


@parts_of.register
def _summary_alt(scene: SummaryScene, reader: Reader) -> list[Part]:
    texts, result = TableText(reader, scene.head, "", scene.sides, True), scene.result
    sides = [side_of_hand(scene, side, texts) for side in range(len(scene.sides))]
    why = texts.fact(result.why) if result.why else ""
    if not scene.opened:
        winner = winner_of_hand(result)
        won = hand_won(result, None if winner is None else texts.side(winner), texts.game, texts.words)
        return droppable([*_moment_alt(scene, texts), why or won, *sides, *ladders.hand_by_hand(scene, texts)])
    dealt = [dealt_to(scene, seat, texts) for seat in range(len(result.dealt))]
    first = result.dealt_first
    drawn = texts("alt.dealt-first", dealt=first) if any(len(cards) > first for cards in result.dealt) else ""
    return droppable([why, *sides, texts("summary.dealt"), *dealt, drawn])


def deal_now(hand: int, texts: TableText) -> ui.Button:
    """The button to have the next hand dealt at once; `hand`: the one that is over."""
    return texts.button("ready", str(hand), style=ui.MAIN)


def told_of_moment(scene: SummaryScene, words: Translator) -> str:
    """The sentence about the great moment of a hand, with the names of those who held the seats then."""
    hand, moment, head = scene.result.number, scene.result.moment, scene.head
    if moment is None:
        return ""
    place = PlayPlace(hand, moment.trick, MOST_TRICKS)
    names = names_of(words, tuple(head.player(seat, place) for seat in range(len(head.holders))))
    what = moment.what
    return words(
        f"{head.game}.moment.{what.kind}",
        side=words("list.side").join(names[seat] for seat in scene.sides[what.side]),
        name="" if what.seat is None else names[what.seat],
        of="" if what.of is None else names[what.of],
        target=scene.target or 0,
    )


def _moment_alt(scene: SummaryScene, texts: TableText) -> list[str]:
    """The great moment of a hand in words, and its scene."""
    moment = scene.result.moment
    if moment is None or not scene_of(texts.game, moment.what):
        return []
    return [told_of_moment(scene, texts.words), texts(f"{texts.game}.drawn.{moment.what.kind}")]


def ended_hand(table: Table, context: PostContext) -> SummaryScene | None:
    """Return the result of the hand that has just ended; None while a hand is in play."""
    result = table.last_hand
    return summary_scene(table, result, context) if result is not None and table.is_hand_over else None


def summary_scene(table: Table, result: HandResult, context: PostContext) -> SummaryScene:
    view = table.view(None)
    way = table.way[: result.number]
    feats = tuple(feat for feat in table.feats if feat.hand <= result.number)
    goes_on = table.stage is Stage.PLAYING
    head = context.head.at_end(result.number)
    return SummaryScene(head, view.sides, view.target, result, goes_on, way=way, feats=feats)


def dealt_scene(head: TableContext, table: Table) -> DealtScene:
    """Return the start of the hand in play."""
    proof = cast(HandDeal, table.hand).proof
    code, link = (proof.commitment, proof.link) if isinstance(proof, ChainedProof) else (proof.digest, "")
    return DealtScene(head, table.view(None), code, link)
