"""The start of a hand, and its end with everything needed to check the deal."""

from __future__ import annotations

from bot.presentation.layouts.parts import LADDERS, MAIN, PageOfItems, layout, line, page_of, rows, text
from bot.presentation.layouts.table_text import TableText
from bot.presentation.scenes import DealtScene, SummaryScene
from bot.texts.reader import Reader


@page_of.register
def dealt(scene: DealtScene, reader: Reader, post: str = "") -> PageOfItems:
    """The start of a hand: the cut (first hand only), the dealer, and the digest of the deal."""
    view = scene.view
    voice = TableText(reader, scene.head, post, view.sides)
    cuts = []
    for number, cut in enumerate(view.cut if view.hand_number == 1 else ()):
        each = [voice("dealt.cut-card", name=voice.seat(seat), card=voice.card(card)) for seat, card in enumerate(cut)]
        cuts.append(voice("dealt.cut-again" if number else "dealt.cut", cards=voice("list.dot").join(each)))
    return layout(
        text(
            voice("dealt.title", table=voice.table(), hand=view.hand_number),
            *cuts,
            voice("dealt.dealer", name=voice.seat(view.dealer)) if view.dealer is not None else "",
            voice("dealt.sizes" if view.stock else "dealt.all", each=max(view.hand_sizes), stock=view.stock),
        ),
        text(voice("dealt.proof", digest=scene.digest)),
        *rows([voice.button("hand", style=MAIN), voice.button("ranks"), voice.button("rules")]),
    )


@page_of.register
def summary(scene: SummaryScene, reader: Reader, post: str = "") -> PageOfItems:
    """The end of a hand: the cards of each seat, the score, and the deck and bytes (salt) that prove the deal."""
    result = scene.result
    voice = TableText(reader, scene.head, post, scene.sides)
    return layout(
        text(
            voice("summary.title", table=voice.table(), hand=result.number),
            voice.fact(result.why) if result.why else "",
            *[side_of_hand(scene, side, voice) for side in range(len(scene.sides))],
        ),
        text(voice("summary.dealt"), *[dealt_to(scene, seat, voice) for seat in range(len(result.dealt))]),
        line(),
        text(
            voice("summary.proof", digest=result.digest, salt=result.salt),
            voice("summary.deck", deck=" ".join(card.code for card in result.deck)),
            voice("summary.next") if scene.goes_on else "",
        ),
        *rows([
            voice.button("hand", style=MAIN),
            voice.button("ladder"),
            voice.button("replay", f"{result.number}.0"),
            voice.button("verify", str(result.number)),
        ]),
        colour=LADDERS,
    )  # fmt: skip


def side_of_hand(scene: SummaryScene, side: int, voice: TableText) -> str:
    """A side's tricks in the hand, and its score before and after."""
    result = scene.result
    score = result.scores[side]
    told = {"side": voice.side(side), "units": result.units[side], "before": result.scores_before[side], "after": score}
    if scene.target is None:
        return voice("summary.side-untargeted", **told)
    return voice("summary.side", **told, left=max(0, scene.target - score))


def dealt_to(scene: SummaryScene, seat: int, voice: TableText) -> str:
    """The cards that a seat was dealt and drew."""
    key = "summary.dealer-cards" if seat == scene.result.dealer else "summary.cards"
    return voice(key, name=voice.seat(seat), cards=" ".join(card.symbol for card in scene.result.dealt[seat]))
