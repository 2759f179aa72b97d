"""What can be done at a table, as values. A table's record is the list of these, as they were done (DESIGN).

People appear by their random key only (`bot.members.people`), so that a person can be erased without touching a record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from rules.core.cards import Card, cards

LEVEL: Final = "steady"
"""The level of a computer of which a record names none. It stays: records leave out what is as by default."""


class Open(NamedTuple):
    """The first entry of every record. `version` is the version of the game's rules that the table keeps.

    `seated`: who sits there from the beginning (a rematch), a person's key or "computer" a seat.
    """

    by: str
    name: str
    game: str
    version: int
    seats: int
    options: Mapping[str, str]
    rematch_of: int | None = None
    seated: tuple[str, ...] = ()
    terms: Mapping[str, str] = {}


class Join(NamedTuple):
    """A person takes a seat; None: the first free one."""

    by: str
    seat: int | None = None


class Leave(NamedTuple):
    by: str


class Sit(NamedTuple):
    """A seated person moves to another free seat, or to a computer's, which then moves to theirs."""

    by: str
    seat: int


class AddComputer(NamedTuple):
    """A computer takes a seat; None: the first free one."""

    by: str
    seat: int | None = None
    level: str = LEVEL


class RemoveComputer(NamedTuple):
    """None: the last one."""

    by: str
    seat: int | None = None


class Remove(NamedTuple):
    """The opener removes a person from the lobby."""

    by: str
    person: str


class SetOption(NamedTuple):
    by: str
    name: str
    value: str


class SetTerm(NamedTuple):
    """In the lobby the opener sets a term of the table (`bot.tables.terms`)."""

    by: str
    name: str
    value: str


class SetSeats(NamedTuple):
    by: str
    seats: int


class Start(NamedTuple):
    by: str


class Cut(NamedTuple):
    """The pack in the order in which it is cut (RULES §4.2)."""

    deck: tuple[Card, ...]


class Deal(NamedTuple):
    """The pack as dealt, 32 random bytes in hex, and the digest of both that is posted (`bot.tables.deals`)."""

    deck: tuple[Card, ...]
    salt: str
    digest: str


class Play(NamedTuple):
    """Cards put down by a person, or (by None) by the computer in the seat.

    `hand` and `nth` name the play that was meant: the seat's nth of the hand, counted from 0; None: the present one.
    `took`: how long it took of the seat's time, in ms, without what is credited. `how` tells of plays that nobody
    pressed: `forced` (there was no other), `queued` (laid down before its turn), `absent` (for who let the time pass),
    `away` (for who has said so), `vacant` (in a seat that stood open).
    """

    by: str | None
    seat: int
    cards: tuple[Card, ...]
    hand: int | None = None
    nth: int | None = None
    took: int = 0
    how: str = ""


class Resign(NamedTuple):
    """A person gives the seat up: it opens, and a computer plays on. `took`: how long they had been on turn, in ms."""

    by: str
    took: int = 0


class Miss(NamedTuple):
    """By the clock: the seat let the time of its play pass. `took` is what it had, in ms."""

    seat: int
    took: int = 0


class OpenSeat(NamedTuple):
    """The seat of a person opens: anybody may take it; a computer plays till then. `by` None: by the clock.

    `took`: how long its person had been on turn, in ms.
    """

    seat: int
    by: str | None = None
    manager: bool = False
    took: int = 0


class Rest(NamedTuple):
    """By the clock: nobody who sits there is there now, so nothing is played until somebody is."""


class Depart(NamedTuple):
    """A person has left the server: their seat opens, as if they had resigned. `took` as there."""

    person: str
    took: int = 0


class Forfeit(NamedTuple):
    """By the clock: the seat's side has lost the rubber."""

    seat: int


class Take(NamedTuple):
    """A person takes an open seat, or asks for it where the other side may refuse; None: their own, else the first.

    `fresh` as in Return. `until`: when the silence of the other side has become consent, ms since the epoch; 0: from
    before it was asked. `member`: how long the person is in the server (`bot.tables.substitution`), "" for a day or
    more.
    """

    by: str
    seat: int | None = None
    fresh: bool = False
    until: int = 0
    member: str = ""


class Admit(NamedTuple):
    """An organiser gives a person an open seat, or what they have asked for."""

    by: str
    person: str
    seat: int | None = None


class Return(NamedTuple):
    """Who held an open seat is back in it.

    `fresh`: on their turn the time of the play begins anew. In older records, without it, a computer makes the play.
    """

    by: str
    fresh: bool = False


class Propose(NamedTuple):
    """A person proposes a `pace` (value: which) or to `pause` (value: nothing) to all others.

    `until`: when silence has become consent, `stands`: until when the clock stands while a pause is asked for (0: it
    runs on), both ms since the epoch. `manager`: an organiser's word, done at once.
    """

    by: str
    what: str
    value: str = ""
    until: int = 0
    manager: bool = False
    stands: int = 0


class Agree(NamedTuple):
    """A person agrees to what is proposed. `to`: the entry that proposed it; 0: whatever is.

    `manager`: an organiser's word, which decides.
    """

    by: str
    to: int = 0
    manager: bool = False


class Disagree(NamedTuple):
    """A person says no to what is proposed; the fields are those of `Agree`."""

    by: str
    to: int = 0
    manager: bool = False


class Consent(NamedTuple):
    """By the clock: nobody has disagreed in time."""


class Resume(NamedTuple):
    """A person, or an organiser, lets a paused table go on."""

    by: str
    manager: bool = False


class Away(NamedTuple):
    """A person is away until then (ms since the epoch): the table pauses if the others agree, else a computer plays.

    `consent_at`: when silence has become consent, ms since the epoch; 0: they are not asked. `stands`: as in `Propose`.
    `took`: how long they had been on turn, in ms.
    """

    by: str
    until: int
    consent_at: int = 0
    stands: int = 0
    took: int = 0


class Back(NamedTuple):
    """A person who was away is back; by None: the time that they said is over."""

    by: str | None
    seat: int


class Move(NamedTuple):
    """The table goes on in another channel; `left`: where it was shown till then. Both are ids of Discord's."""

    by: str
    channel: int
    left: int
    manager: bool = False


class Close(NamedTuple):
    """Nobody plays on. `by` None: by the clock. `manager`: the person may manage the server."""

    by: str | None
    manager: bool = False


Action = (
    Open | Join | Leave | Sit | AddComputer | RemoveComputer | Remove | SetOption | SetTerm | SetSeats | Start
    | Cut | Deal | Play | Miss | OpenSeat | Rest | Depart | Forfeit | Take | Return | Propose | Agree | Disagree
    | Consent | Resume | Away | Back | Resign | Move | Close | Admit
)  # fmt: skip

_TYPES: Final[tuple[type[Any], ...]] = (
    Open, Join, Leave, Sit, AddComputer, RemoveComputer, Remove, SetOption, SetTerm, SetSeats, Start,
    Cut, Deal, Play, Miss, OpenSeat, Rest, Depart, Forfeit, Take, Return, Propose, Agree, Disagree, Consent,
    Resume, Away, Back, Resign, Move, Close, Admit,
)  # fmt: skip
_BY_NAME: Final[dict[str, Any]] = {kind.__name__.lower(): kind for kind in _TYPES}
_CARDS: Final = ("cards", "deck")


def write(action: Action) -> tuple[str, dict[str, Any]]:
    """The action's name and its body as JSON can hold it; fields that have their default are left out."""
    defaults = action._field_defaults
    body = {name: value for name, value in action._asdict().items() if name not in defaults or value != defaults[name]}
    for name in _CARDS:
        if name in body:
            body[name] = " ".join(card.code for card in body[name])
    return type(action).__name__.lower(), body


def read(name: str, body: Mapping[str, Any]) -> Action:
    """The action that was written so; KeyError or TypeError if it was none of ours."""
    fields = {key: _value(key, value) for key, value in body.items()}
    action: Action = _BY_NAME[name](**fields)
    return action


def _value(field: str, value: Any) -> Any:
    if field in _CARDS:
        return cards(value)
    return tuple(value) if isinstance(value, list) else value
