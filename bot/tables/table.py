"""A table as a value: what its record adds up to. Pure: no clock, no chance, no store, no Discord.

`do(table, action)` gives the table after the action, or the fact why it cannot be done. `fold(entries)` gives the table
that a record stands for. Everything else (who is asked, what is shown, when it is due) is derived from the value.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, cast

from bot.facts import News, Refused, fact
from bot.scenes import HandResult, Holder
from bot.tables import actions
from bot.tables.actions import Action
from rules import registry
from rules.cards import Card
from rules.game import Fact, Game, Phase, Play, Refusal, Shuffle, TrickAccount, View


class Stage(StrEnum):
    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Seat(NamedTuple):
    """Who holds a seat. `was` is the key of the person from whom a computer took over."""

    kind: Holder
    person: str | None = None
    was: str | None = None
    level: str = ""


FREE: Final = Seat(Holder.EMPTY)


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand in play: its deal with the proof, its public plays in order, the accounts of its finished tricks."""

    number: int
    deck: tuple[Card, ...]
    salt: str
    digest: str
    scores_before: tuple[int, ...]
    plays: tuple[Play, ...] = ()
    tricks: tuple[TrickAccount, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """One table at one moment. `state` belongs to the game; None before the start."""

    id: int
    name: str
    opener: str
    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, str]
    stage: Stage = Stage.LOBBY
    state: Any = None
    seq: int = 1
    hand: Hand | None = None
    last_trick: TrickAccount | None = None
    last_hand: HandResult | None = None
    way: tuple[tuple[int, ...], ...] = ()
    """Scores by side after each finished hand."""
    closed: Fact | None = None
    rematch_of: int | None = None
    version: int = 1
    """Of the game's rules: the one that the table began with."""
    _views: dict[int | None, View] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def rules(self) -> Game[Any]:
        return registry.game(self.game)

    @property
    def phase(self) -> Phase | None:
        """The game's phase; None when nobody is playing."""
        return self.rules.phase(self.state) if self.stage is Stage.PLAYING else None

    @property
    def turn(self) -> int | None:
        """The seat to play, None if nobody is."""
        return self.rules.turn(self.state) if self.stage is Stage.PLAYING else None

    def view(self, seat: int | None) -> View:
        """What the seat (None: everybody) may know. ValueError before the start."""
        if self.state is None:
            raise ValueError("a table that has not started has no view")
        if seat not in self._views:
            self._views[seat] = self.rules.view(self.state, seat)
        return self._views[seat]

    def seat_of(self, person: str) -> int | None:
        """The seat that a person holds."""
        return next((number for number, seat in enumerate(self.seats) if seat.person == person), None)

    @property
    def people(self) -> frozenset[str]:
        """The keys of everybody who is named at this table."""
        seated = {key for seat in self.seats for key in (seat.person, seat.was) if key}
        closer = self.closed.about.get("person") if self.closed else None
        return frozenset({self.opener} | seated | ({closer} if closer else set()))


Handler = Callable[[Table, Any], Table | Fact]
"""What an action makes of a table, or why it cannot be done."""


class Entry(NamedTuple):
    """An action in the record: its place from 1, and when it was done (milliseconds since the epoch)."""

    seq: int
    at: int
    action: Action


def opened(table_id: int, action: actions.Open) -> Table:
    """The table that an Open begins."""
    return Table(
        id=table_id,
        name=action.name,
        opener=action.by,
        game=action.game,
        seats=tuple(map(_taken, action.seated)) or (FREE,) * action.seats,
        options=dict(action.options),
        rematch_of=action.rematch_of,
        version=action.version,
    )


COMPUTER: Final = "computer"


def again(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """Who sits at a rematch from the beginning: those who sat there, and those for whom computers took over."""
    return tuple(seat.person or seat.was or COMPUTER for seat in seats)


def _taken(holder: str) -> Seat:
    return Seat(Holder.COMPUTER, level="steady") if holder == COMPUTER else Seat(Holder.PERSON, holder)


def fold(table_id: int, entries: Iterable[Entry]) -> Table:
    """The table that a record stands for; ValueError if the record is not one."""
    table = deque(unfold(table_id, entries), maxlen=1)
    if not table:
        raise ValueError(f"the record of table {table_id} is empty")
    return table[0]


def unfold(table_id: int, entries: Iterable[Entry]) -> Iterator[Table]:
    """The table after each entry of a record, in order."""
    table: Table | None = None
    for entry in entries:
        if table is None:
            if not isinstance(entry.action, actions.Open):
                raise ValueError(f"the record of table {table_id} does not begin with its opening")
            table = opened(table_id, entry.action)
        else:
            after = do(table, entry.action)
            if isinstance(after, Fact):
                raise ValueError(f"table {table_id}, entry {entry.seq}: {after.kind}")
            table = after
        yield table


def do(table: Table, action: Action) -> Table | Fact:
    """The table after an action, or why it cannot be done (then nothing has changed)."""
    handle = _HANDLERS[type(action)]
    after = handle(table, action)
    return after if isinstance(after, Fact) else replace(after, seq=table.seq + 1)


def _while(stage: Stage) -> Callable[[Handler], Handler]:
    """For what can be done in one stage of a table only."""

    def decorate(handler: Handler) -> Handler:
        def checked(table: Table, action: Any) -> Table | Fact:
            return handler(table, action) if table.stage is stage else _wrong_stage(table)

        return checked

    return decorate


def _wrong_stage(table: Table) -> Fact:
    match table.stage:
        case Stage.LOBBY:
            return fact(Refused.NOT_STARTED, table=table.name)
        case Stage.PLAYING:
            return fact(Refused.ALREADY_STARTED, table=table.name)
        case _:
            return ended(table)


def ended(table: Table) -> Fact:
    """Why nothing more can be done at a table that is over or closed."""
    return fact(Refused.GAME_OVER if table.stage is Stage.OVER else Refused.TABLE_CLOSED, table=table.name)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _first(table: Table, kind: Holder) -> int | None:
    return next((number for number, seat in enumerate(table.seats) if seat.kind is kind), None)


def _choose_free(table: Table, wanted: int | None) -> int | Fact:
    """The free seat that is meant, or why there is none."""
    free = _first(table, Holder.EMPTY)
    if wanted is None:
        return fact(Refused.TABLE_FULL, table=table.name) if free is None else free
    if not 0 <= wanted < len(table.seats):
        return fact(Refused.TABLE_FULL, table=table.name)
    if table.seats[wanted].kind is not Holder.EMPTY:
        return fact(Refused.SEAT_TAKEN, table=table.name, seat=wanted)
    return wanted


@_while(Stage.LOBBY)
def _join(table: Table, action: actions.Join) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is not None:
        return fact(Refused.ALREADY_SEATED, table=table.name, seat=held)
    seat = _choose_free(table, action.seat)
    return seat if isinstance(seat, Fact) else _with_seat(table, seat, Seat(Holder.PERSON, action.by))


@_while(Stage.LOBBY)
def _leave(table: Table, action: actions.Leave) -> Table | Fact:
    held = table.seat_of(action.by)
    return fact(Refused.NOT_SEATED, table=table.name) if held is None else _with_seat(table, held, FREE)


@_while(Stage.LOBBY)
def _sit(table: Table, action: actions.Sit) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return _join(table, actions.Join(action.by, action.seat))
    if held == action.seat:
        return fact(Refused.ALREADY_SEATED, table=table.name, seat=held)
    if not 0 <= action.seat < len(table.seats) or table.seats[action.seat].kind is Holder.PERSON:
        return fact(Refused.SEAT_TAKEN, table=table.name, seat=action.seat)
    swapped = _with_seat(table, held, table.seats[action.seat])
    return _with_seat(swapped, action.seat, table.seats[held])


def _involved(table: Table, person: str) -> bool:
    return person == table.opener or table.seat_of(person) is not None


@_while(Stage.LOBBY)
def _add_computer(table: Table, action: actions.AddComputer) -> Table | Fact:
    if not _involved(table, action.by):
        return fact(Refused.NOT_AT_TABLE, table=table.name)
    seat = _choose_free(table, action.seat)
    return seat if isinstance(seat, Fact) else _with_seat(table, seat, Seat(Holder.COMPUTER, level=action.level))


@_while(Stage.LOBBY)
def _remove_computer(table: Table, action: actions.RemoveComputer) -> Table | Fact:
    if not _involved(table, action.by):
        return fact(Refused.NOT_AT_TABLE, table=table.name)
    computers = [number for number, seat in enumerate(table.seats) if seat.kind is Holder.COMPUTER]
    if not computers or (action.seat is not None and action.seat not in computers):
        return fact(Refused.NO_COMPUTER, table=table.name)
    return _with_seat(table, computers[-1] if action.seat is None else action.seat, FREE)


@_while(Stage.LOBBY)
def _remove(table: Table, action: actions.Remove) -> Table | Fact:
    held = table.seat_of(action.person)
    if action.by != table.opener:
        return fact(Refused.NOT_OPENER, table=table.name, person=table.opener)
    return fact(Refused.NOT_SEATED, table=table.name) if held is None else _with_seat(table, held, FREE)


@_while(Stage.LOBBY)
def _set_option(table: Table, action: actions.SetOption) -> Table | Fact:
    if action.by != table.opener:
        return fact(Refused.NOT_OPENER, table=table.name, person=table.opener)
    allowed = {option.name: option.choices for option in table.rules.options}
    if action.value not in allowed.get(action.name, ()):
        return fact(Refused.UNKNOWN_OPTION, name=f"{action.name}: {action.value}")
    options = {**table.options, action.name: action.value}
    refused = table.rules.check_options(len(table.seats), options)
    return refused.why if refused else replace(table, options=options)


@_while(Stage.LOBBY)
def _set_seats(table: Table, action: actions.SetSeats) -> Table | Fact:
    if action.by != table.opener:
        return fact(Refused.NOT_OPENER, table=table.name, person=table.opener)
    if action.seats not in table.rules.seats:
        return fact(Refused.UNKNOWN_OPTION, name=str(action.seats))
    seated = [seat for seat in table.seats if seat.kind is not Holder.EMPTY]
    people = [seat for seat in seated if seat.kind is Holder.PERSON]
    if len(people) > action.seats:
        return fact(Refused.TOO_MANY_SEATED, table=table.name, count=action.seats, seated=len(people))
    return replace(table, seats=_fitted(table.seats, action.seats), options=_fitting_options(table, action.seats))


def _fitted(seats: tuple[Seat, ...], count: int) -> tuple[Seat, ...]:
    """The seats cut to `count`, people first where not all can keep their place, nobody moved without need."""
    kept, moved = list(seats[:count]), [seat for seat in seats[count:] if seat.kind is not Holder.EMPTY]
    kept += [FREE] * (count - len(kept))
    for seat in sorted(moved, key=lambda one: one.kind is not Holder.PERSON):
        for kind in (Holder.EMPTY, Holder.COMPUTER) if seat.kind is Holder.PERSON else (Holder.EMPTY,):
            place = next((number for number, one in enumerate(kept) if one.kind is kind), None)
            if place is not None:
                kept[place] = seat
                break
    return tuple(kept)


def _fitting_options(table: Table, count: int) -> dict[str, str]:
    """The options, with the default in place of what so many seats cannot have."""
    options = dict(table.options)
    for option in table.rules.options:
        if table.rules.check_options(count, {option.name: options.get(option.name, option.default)}):
            options[option.name] = option.default
    return options


@_while(Stage.LOBBY)
def _start(table: Table, action: actions.Start) -> Table | Fact:
    if not _involved(table, action.by):
        return fact(Refused.NOT_AT_TABLE, table=table.name)
    free = sum(seat.kind is Holder.EMPTY for seat in table.seats)
    if free:
        return fact(Refused.EMPTY_SEATS, table=table.name, count=free)
    return replace(table, stage=Stage.PLAYING, state=table.rules.start(len(table.seats), table.options))


@_while(Stage.PLAYING)
def _cut(table: Table, action: actions.Cut) -> Table | Fact:
    step = table.rules.apply(table.state, Shuffle(action.deck))
    return step.why if isinstance(step, Refusal) else replace(table, state=step.state)


@_while(Stage.PLAYING)
def _deal(table: Table, action: actions.Deal) -> Table | Fact:
    before = table.view(None)
    step = table.rules.apply(table.state, Shuffle(action.deck))
    if isinstance(step, Refusal):
        return step.why
    number = before.hand_number + 1
    hand = Hand(number, action.deck, action.salt, action.digest, before.scores)
    return replace(table, state=step.state, hand=hand)


@_while(Stage.PLAYING)
def _play(table: Table, action: actions.Play) -> Table | Fact:
    refused = _misdirected(table, action)
    if refused:
        return refused
    play = Play(action.seat, action.cards)
    step = table.rules.apply(table.state, play)
    if isinstance(step, Refusal):
        return step.why
    hand = cast(Hand, table.hand)
    hand = replace(hand, plays=(*hand.plays, play))
    if not step.trick_over:
        return replace(table, state=step.state, hand=hand)
    account = cast(TrickAccount, table.rules.account(table.state, play))
    hand = replace(hand, tricks=(*hand.tricks, account))
    after = replace(table, state=step.state, hand=hand, last_trick=account)
    return _hand_ended(table, after, account) if account.hand_end or account.outcome else after


def _misdirected(table: Table, action: actions.Play) -> Fact | None:
    """Why this is not this person's play to make now, before the rules are asked; None if it is."""
    seat = table.seats[action.seat]
    if action.by is None:
        return None if seat.kind is Holder.COMPUTER else fact(Refused.NOT_AT_TABLE, table=table.name)
    if seat.person != action.by:
        return fact(Refused.NOT_AT_TABLE, table=table.name)
    if action.hand is not None and (action.hand, action.nth) != present(table, action.seat):
        return fact(News.AS_IT_IS, table=table.name)
    return fact(Refused.BETWEEN_HANDS, table=table.name) if table.phase is Phase.DEAL else None


def present(table: Table, seat: int) -> tuple[int, int]:
    """(hand, nth) of the play that the seat has to make next: what its buttons carry."""
    view = table.view(seat)
    return view.hand_number, view.plays_made


def _hand_ended(before: Table, after: Table, account: TrickAccount) -> Table:
    hand = cast(Hand, after.hand)
    result = HandResult(
        number=hand.number,
        dealer=cast(int, before.view(None).dealer),
        dealt=before.rules.dealt(before.state),  # the last trick draws nothing
        units=account.units,
        void=bool(account.hand_end and account.hand_end.void),
        scores_before=hand.scores_before,
        scores=account.scores,
        deck=hand.deck,
        salt=hand.salt,
        digest=hand.digest,
    )
    stage = Stage.OVER if account.outcome else Stage.PLAYING
    return replace(after, last_hand=result, way=(*after.way, account.scores), stage=stage)


@_while(Stage.PLAYING)
def _resign(table: Table, action: actions.Resign) -> Table | Fact:
    held = table.seat_of(action.by)
    if held is None:
        return fact(Refused.NOT_SEATED, table=table.name)
    return _with_seat(table, held, Seat(Holder.COMPUTER, was=action.by, level="steady"))


def _close(table: Table, action: actions.Close) -> Table | Fact:
    if table.stage in (Stage.OVER, Stage.CLOSED):
        return ended(table)
    if action.by is None:
        return replace(table, stage=Stage.CLOSED, closed=fact(News.EXPIRED, table=table.name))
    if not (action.manager or action.by == table.opener):
        return fact(Refused.NOT_OPENER, table=table.name, person=table.opener)
    return replace(table, stage=Stage.CLOSED, closed=fact(News.CLOSED, table=table.name, person=action.by))


def _open(table: Table, action: actions.Open) -> Table | Fact:
    return fact(Refused.ALREADY_STARTED, table=table.name)


_HANDLERS: Final[dict[type[Any], Handler]] = {
    actions.Open: _open,
    actions.Join: _join,
    actions.Leave: _leave,
    actions.Sit: _sit,
    actions.AddComputer: _add_computer,
    actions.RemoveComputer: _remove_computer,
    actions.Remove: _remove,
    actions.SetOption: _set_option,
    actions.SetSeats: _set_seats,
    actions.Start: _start,
    actions.Cut: _cut,
    actions.Deal: _deal,
    actions.Play: _play,
    actions.Resign: _resign,
    actions.Close: _close,
}
