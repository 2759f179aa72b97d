"""The lines of a trick, in play or finished, and each side's state."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.kit.table_text import TableText, cup_pause_notice, due_line
from bot.tables.automatic_plays import FORCED, LAST, STOOD_IN, VACANT
from bot.tables.seat_holders import PlayPlace
from bot.texts.reader import Reader
from rules.core.contract import Event, Fact, LaidCard, Phase, Play, PlayAccount, TrickAccount, View, half_of


class AutomaticMove(NamedTuple):
    """A move that nobody made by hand; `how`: as `actions.TakeTurn.how` names the reason."""

    seat: int
    how: str
    place: PlayPlace


@dataclass(frozen=True, slots=True)
class TrickScene(Scene):
    """A trick in play (from `view`; `account` is None) or finished (from `account`).

    A finished trick stays on the table until somebody leads to the next one; `view` is then the table as it is now.
    """

    head: TableContext
    hand_number: int
    number: int
    view: View | None
    account: TrickAccount | None
    marked: tuple[tuple[int, str], ...] = ()
    """Plays that were made automatically: (index in the trick, reason as `actions.TakeTurn.how` names it)."""
    deadline: int | None = None
    """The deadline of the play that the table waits for, seconds since the epoch."""
    reserve: int | None = None
    """The time of it that is in reserve, in ms; None at a pace without a reserve."""
    paused: bool = False
    absence: Fact | None = None
    """That somebody is away, if it is paused until they are back."""
    closes_at: int | None = None
    """The time when the table closes because nobody is present, seconds since the epoch; None: never."""
    ended: str = ""
    """`over` or `closed` if the table ended before the trick was finished, else ""."""
    rests: bool = False
    """True if none of the people seated is present, so that nothing is played."""
    events: tuple[Event, ...] = ()
    """The events since the trick before, as everybody may know them."""
    last_card: bool = False
    """True if it waits for a person's last card, which plays itself in a moment."""
    moved: tuple[AutomaticMove, ...] = ()
    """The other moves that were made automatically since the trick before."""


def plays(view: View, texts: TableText, names: Sequence[str] | None = None) -> list[str]:
    """The plays of the trick so far, a line each; the heading one is in bold and marked as heading.

    `names`: what the seats are called here; None: by their names. Whoever has left a seat keeps their plays.
    Between the halves of a trick (RULES §7.1), a line says who plays the second half, as long as somebody does.
    """
    told = []
    then = texts.at_trick(view.hand_number, view.trick_number, view.trick)
    for index, play in enumerate(view.trick):
        key = "trick.heads" if index == view.heading else "trick.play"
        name = then.former(index) or (names[play.seat] if names else texts.seat(play.seat))
        told.append(texts(key, name=name, cards=texts.cards(play.cards)))
    half = view.half
    if half is not None and len(told) >= half:
        seats = (*[play.seat for play in view.trick], *view.to_play)[half:]
        if seats[1:]:
            third, fourth = (names[seat] if names else texts.seat(seat) for seat in seats[:2])
            told.insert(half, texts(f"{'hand' if names else 'trick'}.second-half", third=third, fourth=fourth))
    return told


def automatic(scene: TrickScene, played: Sequence[Play | PlayAccount], texts: TableText) -> list[str]:
    """A line for each play that was made automatically, with the reason; and for whom, if a computer made it.

    A computer's play for a vacant seat has none, because the name beside the play already shows it; nor has a last
    card, which was announced, or a pass that was the only play: a pass leaves no choice.
    """
    then = texts.at_trick(scene.hand_number, scene.number, played)
    return [
        texts(f"trick.{how}", name=then.replaced(index) or then.former(index) or texts.seat(played[index].seat))
        for index, how in scene.marked
        if how not in (LAST, VACANT) and (how != FORCED or played[index].cards)
    ]


def computer_moves(scene: TrickScene, texts: TableText) -> list[str]:
    """A line for each move that a computer made in place of a person, with the reason."""
    made = ((how, texts.replaced_at(seat, place)) for seat, how, place in scene.moved if how in STOOD_IN)
    return [texts(f"trick.{how}", name=name) for how, name in made]


def due(scene: TrickScene, view: View, texts: TableText) -> str:
    """Return whose turn it is and the deadline; or that the table is paused, waits for people, closes or has ended."""
    if scene.ended:
        return texts(f"lobby.stage.{scene.ended}")
    if scene.head.cup_pause is not None and scene.closes_at is None:
        return cup_pause_notice(scene.head.cup_pause, texts.words)
    if scene.rests:
        return texts("trick.rests") if scene.closes_at is None else texts("trick.rests-till", at=scene.closes_at)
    if scene.closes_at is not None:
        return texts("trick.closes", at=scene.closes_at)
    if scene.paused:
        return halted(scene.absence, texts)
    if scene.last_card and view.turn is not None:
        return texts("trick.last-card", name=texts.seat(view.turn))
    told = turn(view, texts)
    return told if scene.deadline is None or not told else f"{told} {due_line(scene.deadline, scene.reserve, texts)}"


def halted(absence: Fact | None, texts: TableText) -> str:
    """Return that a table is paused; `absence`: until somebody who is away is back."""
    return texts("news.paused") if absence is None else texts("hand.note", note=texts.fact(absence))


def turn(view: View, texts: TableText) -> str:
    """Return whose turn it is and how many cards must follow, in bold; "" in a hand that was cut short."""
    if view.turn is None:
        return "" if view.is_in_hand else texts(f"trick.phase.{view.phase}")
    if view.phase is not Phase.PLAY:
        return texts(f"{texts.game}.turn.{view.phase}", name=texts.seat(view.turn))
    if view.follow is None:
        return texts("trick.lead", name=texts.seat(view.turn))
    return texts.count("trick.follow", view.follow, name=texts.seat(view.turn))


def standing(view: View, texts: TableText) -> list[str]:
    """The public state beside the trick: each side's tricks, points and ladder; hand sizes, stock and dealer."""
    sides = [side_standing(view, side, texts) for side in range(len(view.sides))]
    known = [
        texts("trick.known-each", name=texts.seat(seat), cards=texts.cards(cards))
        for seat, cards in enumerate(view.known)
        if cards
    ]
    held = texts("trick.known", held=texts("list.dot").join(known)) if known else ""
    sizes = [texts("trick.hand-size", name=texts.seat(seat), size=size) for seat, size in enumerate(view.hand_sizes)]
    dealer = texts("trick.dealer", name=texts.seat(view.dealer)) if view.dealer is not None else ""
    hands = texts("list.dot").join(sizes)
    return [*sides, held, texts("trick.hands", hands=hands, stock=_stock(view, texts), dealer=dealer)]


def _stock(view: View, texts: TableText) -> str:
    """The size of the stock; "" in a hand without one."""
    if view.is_stock_empty:
        return texts("trick.stock-empty")
    return texts("trick.stock", stock=view.stock) if view.stock else ""


def side_standing(view: View, side: int, texts: TableText, name: str = "") -> str:
    """Return the tricks, points and score of a side; `name`: what it is called here, "": by the names of its seats."""
    key = "trick.side-waiting" if view.waiting[side] else "trick.side"
    if view.target is None and not view.waiting[side]:
        key = "trick.side-untargeted"
    about = _side(view, side, texts)
    return texts(key, **about | {"side": name or about["side"]}, target=view.target)


def _side(state: View | TrickAccount, side: int, texts: TableText) -> dict[str, object]:
    units, waiting, score = state.units[side], state.waiting[side], state.scores[side]
    return {"side": texts.side(side), "units": units, "waiting": waiting, "score": score}


def absences(texts: TableText, told: Collection[object] = ()) -> list[str]:
    """Return who is away, except those of whom it is `told` already, and which seats are open, a line each."""
    lines = []
    for seat, holder in enumerate(texts.head.holders):
        if holder.away is not None and holder.name not in told:
            lines.append(texts("trick.seat-away", name=texts.seat(seat), until=holder.away))
        if holder.open:
            lines.append(texts("trick.seat-open", n=seat + 1))
    return lines


def finished_plays(
    account: TrickAccount,
    texts: TableText,
    cards_of: Callable[[PlayAccount], str] | None = None,
    names: Sequence[str] | None = None,
) -> list[str]:
    """The plays of a finished trick, a line each, with the winning one marked; `cards_of` gives the cards of a play.

    `names`: as in `plays`.
    If the rubber ended in the middle of the trick, the last play that headed it is marked instead.
    """
    best = "trick.heads" if account.winner is None else "trick.wins"
    then, told = texts.at_account(account), []
    for index, play in enumerate(account.plays):
        key = best if index == account.heading else "trick.play"
        cards = cards_of(play) if cards_of else texts.cards(play.cards)
        name = then.former(index) or (names[play.seat] if names else texts.seat(play.seat))
        told.append(texts(key, name=name, cards=cards))
    return halved_lines(account.plays, told, then)


def halved_lines(plays: Sequence[PlayAccount], told: list[str], texts: TableText) -> list[str]:
    """The lines of the plays; between the halves of a trick (RULES §7.1), a line says who began the second."""
    half = half_of(plays)
    if half is None:
        return told
    name = texts.former(half) or texts.seat(plays[half].seat)
    return [*told[:half], texts("trick.half", name=name), *told[half:]]


def size_and_sides(account: TrickAccount, texts: TableText) -> list[str]:
    """Return how many tricks a finished trick counts as, and each side's state after it."""
    told = [texts.count("trick.size", account.size)] if account.size > 1 else []
    for side, waiting in enumerate(account.waiting):
        key = "trick.side-waiting-after" if waiting else "trick.side-after"
        told.append(texts(key, **_side(account, side, texts)))
    return told


@parts_of.register
def _trick_alt(scene: TrickScene, reader: Reader) -> list[Part]:
    if scene.account is not None:
        return finished_alt(scene.head, scene.account, reader)
    view = scene.view
    if view is None:
        return []
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    played = [*plays(view, texts), *laid_sets(view, texts), turn(view, texts)]
    return droppable([*played, *standing(view, texts), seats_line(texts)])


def finished_alt(head: TableContext, account: TrickAccount, reader: Reader) -> list[Part]:
    texts = TableText(reader, head, "", account.sides, True, account.order)
    return [*parts_of_plays(account, texts), *droppable([*size_and_sides(account, texts), seats_line(texts)])]


def parts_of_plays(account: TrickAccount, texts: TableText) -> list[Part]:
    """The plays of a finished trick; the longer version says which cards sets were laid on."""

    def laid_cards(play: PlayAccount) -> str:
        return laid_pairs(play.laid, texts) if len(play.cards) > 1 and play.laid else texts.cards(play.cards)

    return list(zip(finished_plays(account, texts, laid_cards), finished_plays(account, texts), strict=True))


def laid_sets(view: View, texts: TableText) -> list[str]:
    """The cards that each set but the led one was laid on."""
    return [laid_pairs(laid, texts) for laid in view.laid if len(laid) > 1]


def laid_pairs(laid: Iterable[LaidCard], texts: TableText) -> str:
    """Cards, each with the card that it was laid on."""
    return texts.words.join([texts("alt.on", card=texts.card(pair.card), on=texts.card(pair.on)) for pair in laid])


def seats_line(texts: TableText) -> str:
    return texts("alt.seats", names=texts("list.comma").join(texts.plain))
