"""The level `steady`: rules of thumb, from a seat's view and memory only.

Every candidate is weighed: who is likely to win the trick, what that is worth on the ladder, and what the cards would
have been worth later. Before that, what a partner would resent is struck out.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from players.memory import Memory
from players.voormsi import ladder
from players.voormsi.forecast import Forecast, forecast, seats_after
from players.voormsi.keeping import KEEPING, Keeping, best_equals, best_seven, total, worths
from players.voormsi.knowledge import Knowledge, chance_held, know
from players.voormsi.standing import Attempt, Standing, betrays, led, over
from rules.game import Play, View
from rules.voormsi.ranking import THREE, TOQUTSIT, VOORMSI, mask_of


class Temper(NamedTuple):
    """The weights by which a computer judges; all in points but `safe`, a chance."""

    keeping: Keeping = KEEPING
    lead: float = -0.05
    """Having the next lead, whatever the hand."""
    lead_of_seven: float = 0.44
    """Having it with a Seven that nothing can beat."""
    lead_of_set: float = 0.3
    """Having it with two equals that nothing can beat."""
    ruin: float = 8.0
    """Losing the rubber by §9.6."""
    safe: float = 0.9
    """A partner's play that stays with this chance is left alone."""
    many: int = 40
    """More legal plays than this are thinned out before they are weighed."""


STEADY: Final = Temper()


class Table(NamedTuple):
    """What all candidates of one choice have in common."""

    view: View
    known: Knowledge
    temper: Temper
    standing: Standing | None
    order: int
    """The place in the trick of the play to be made."""
    left: int
    """Units of the hand still to be won."""
    exposed: bool
    spade_king_on_lead: bool
    ruin: float
    """Points that §9.6 costs at this table."""
    worths: dict[int, float]


def choose(view: View, memory: Memory, temper: Temper = STEADY) -> Play:
    """A legal play of the seat whose turn it is (RULES §5)."""
    assert view.seat is not None
    if len(view.legal) == 1:
        return Play(view.seat, view.legal[0])
    table = _table(view, memory, temper)
    legal = {mask_of(cards): cards for cards in view.legal}
    candidates = sorted(_sensible(table, _candidates(table, list(legal))))
    return Play(view.seat, legal[max(candidates, key=lambda cards: _weigh(table, cards))])


def _table(view: View, memory: Memory, temper: Temper) -> Table:
    known = know(view, memory)
    order = len(view.trick)
    return Table(
        view,
        known,
        temper,
        standing_of(view, known, memory),
        order,
        ladder.target(known.seats) - sum(view.units),
        order + 1 < view.trick_plays and not (known.gone | known.hand) & TOQUTSIT,
        captures_led_king(memory),
        0.0 if memory.options.get("forced_execution") == "mercy" else temper.ruin,
        worths(known, temper.keeping),
    )


def captures_led_king(memory: Memory) -> bool:
    """Whether K♠ beats a led K♣ too (§11.2)."""
    return memory.options.get("spade_king") == "on_lead_too"


def standing_of(view: View, known: Knowledge, memory: Memory) -> Standing | None:
    """The heading play of the trick so far, None before a lead."""
    spade_king_on_lead = captures_led_king(memory)
    standing: Standing | None = None
    trick = [mask_of(play.cards) for play in view.trick]
    gone = known.gone & ~sum(trick)
    for order, (play, cards) in enumerate(zip(view.trick, trick, strict=True)):
        gone |= cards
        held = known.hand if play.seat == known.seat else 0
        exposed = order + 1 < view.trick_plays and not (gone | held) & TOQUTSIT
        attempt = Attempt(order, known.side_of[play.seat], cards, exposed)
        standing = led(attempt, spade_king_on_lead) if standing is None else over(attempt, standing) or standing
    return standing


def _candidates(table: Table, legal: Sequence[int]) -> Sequence[int]:
    """The legal plays, or of very many: the cheapest, and the cheapest that take the head."""
    if len(legal) <= table.temper.many or table.standing is None:
        return legal
    cheapest = sorted(legal, key=lambda cards: (total(cards, table.worths), cards))
    heading = (cards for cards in cheapest if over(_attempt(table, cards), table.standing))
    return list({*cheapest[:3], *islice(heading, 4)})


def _sensible(table: Table, candidates: Sequence[int]) -> Sequence[int]:
    """Without the plays that lose the rubber or rob a partner, as long as another is left."""
    standing = table.standing
    if standing is None or standing.side != table.known.side:
        return candidates
    loyal = [cards for cards in candidates if not betrays(_attempt(table, cards), standing)] or candidates
    if not _is_safe(table, standing):
        return loyal
    return [cards for cards in loyal if not _robs(table, cards, standing)] or loyal


def _is_safe(table: Table, standing: Standing) -> bool:
    to_play = seats_after(table.known, table.order, heads=False)
    return forecast(table.known, standing, to_play, table.order + 1).stays >= table.temper.safe


def _robs(table: Table, cards: int, standing: Standing) -> bool:
    """Whether the play takes its own side's trick without more points in it."""
    taken = over(_attempt(table, cards), standing)
    return taken is not None and taken.prize <= standing.prize


def _attempt(table: Table, cards: int) -> Attempt:
    return Attempt(table.order, table.known.side, cards, table.exposed)


def _weigh(table: Table, cards: int) -> float:
    """Points that the side can expect from this play, beside its opponents'."""
    standing = _standing_after(table, _attempt(table, cards))
    heads = standing.order == table.order
    known = table.known._replace(hand=table.known.hand & ~cards)
    to_play = seats_after(known, table.order, heads)
    outlook = forecast(known, standing, to_play, table.order + 1)
    size = cards.bit_count()
    points = _outcomes(table, standing, outlook, size) - _dangers(table, known, standing, to_play, size)
    if heads:
        points += outlook.stays * _worth_of_lead(table, known)
    return points - total(cards, table.worths)


def _worth_of_lead(table: Table, known: Knowledge) -> float:
    temper = table.temper
    return temper.lead + temper.lead_of_seven * best_seven(known) + temper.lead_of_set * best_equals(known)


def _standing_after(table: Table, attempt: Attempt) -> Standing:
    if table.standing is None:
        return led(attempt, table.spade_king_on_lead)
    return over(attempt, table.standing) or table.standing


def _outcomes(table: Table, standing: Standing, outlook: Forecast, size: int) -> float:
    """The expected difference on the ladder, over who wins the trick."""
    points = outlook.stays * _difference(table, standing.side, standing.prize, size)
    for side, chance in enumerate(outlook.taken):
        if chance > 0:
            points += chance * _difference(table, side, 0, size)
    return points


def _difference(table: Table, winner: int, prize: int, size: int) -> float:
    view, me = table.view, table.known.side
    places = tuple(map(ladder.Place, view.units, view.scores, view.waiting))
    after = ladder.after_trick(places, winner, prize, size, table.left, table.known.seats)
    others = [points for side, points in enumerate(after) if side != me]
    return after[me] - sum(others) / len(others)


def _dangers(table: Table, known: Knowledge, standing: Standing, to_play: Iterable[int], size: int) -> float:
    """Points that opponents stand to gain on heading matadors; the rubber where a side must ruin itself."""
    danger = _danger_of_last_matador(table, known)
    if standing.cards & VOORMSI:
        danger += sum(_danger_to_voormsi(table, known, standing, seat, size) for seat in to_play)
        return danger + table.ruin * _must_execute_own(table, known, standing, size)
    if standing.has_executed and standing.side == known.side:
        danger += sum(2 * chance_held(known, THREE, seat) for seat in to_play if known.side_of[seat] != known.side)
    return danger


def _danger_to_voormsi(table: Table, known: Knowledge, standing: Standing, seat: int, size: int) -> float:
    """What `seat` may do to a heading Voormsi; a partner does it only with its last cards."""
    sign = 1 if standing.side == known.side else -1
    if known.side_of[seat] != standing.side:
        return sign * (2 * chance_held(known, TOQUTSIT, seat) + chance_held(known, THREE, seat))
    if known.hand_sizes[seat] > size or seat == known.seat:
        return 0.0
    return sign * table.ruin * chance_held(known, TOQUTSIT, seat)


def _must_execute_own(table: Table, known: Knowledge, standing: Standing, size: int) -> bool:
    """With two players: whether Toqutsit would be forced on one's own Voormsi in the third play (§7.3)."""
    if known.seats != 2 or table.order > 1 or standing.order != table.order or not known.hand & TOQUTSIT:
        return False
    return known.hand.bit_count() + min(size, known.stock // 2) <= size


def _danger_of_last_matador(table: Table, known: Knowledge) -> float:
    """The partner may hold the other matador, and both be forced in the last trick (§9.6)."""
    if known.seats != 4 or known.stock or known.hand not in (TOQUTSIT, VOORMSI):
        return 0.0
    return table.ruin / 2 * chance_held(known, (TOQUTSIT | VOORMSI) & ~known.hand, (known.seat + 2) % 4)
