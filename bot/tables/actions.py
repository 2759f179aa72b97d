"""The actions at a table, as values: a table's record is the list of its actions.

People appear by their random key only (`bot.members.people`), so that a person can be erased without touching a record.
Actions "by the clock" are made by the program when time has passed (`bot.tables.deadline_clock`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, get_args

from bot.ledger.entries import Codec, FieldCodec
from rules.core.cards import Card, cards
from rules.core.contract import Move, Play, SeatAction

LEVEL: Final = "steady"
"""The level of a computer for which a record names none. It must never change: records leave out default values."""


class CupMatch(NamedTuple):
    """The match of a cup for which a table is opened; `since`: the entry of the cup since which it is played there."""

    cup: int
    match: int
    since: int


class NamePlace(NamedTuple):
    """The table and the seat after which a computer is named, the same one through all rematches."""

    table: int
    seat: int


class Open(NamedTuple):
    """The first entry of every record. `version` is the version of the game's rules that the table keeps.

    `seated`: the holder of each seat: a person's key, "computer", or "" for nobody. Older records have it only for a
    rematch: there nobody sits at first. `invited`: the people for whom seats are kept, and until when (`kept_until`,
    ms since the epoch; 0: as long as the lobby is open). `private`: nobody else may join. `match`: what a cup opens the
    table for; then `by` is who created the cup. `rated` False: it does not count for ratings, whatever its terms.
    `pairs`: whoever comes is seated as the partner of people who are there; older records: in the first free seat.
    `names`: for each seat of a rematch the place whose name its computer has; older records: names of its own.
    `free`: the seats that are kept for none of those invited.
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
    invited: tuple[str, ...] = ()
    kept_until: int = 0
    private: bool = False
    match: CupMatch | None = None
    rated: bool = True
    pairs: bool = False
    names: tuple[NamePlace, ...] = ()
    free: tuple[int, ...] = ()

    @property
    def is_complete(self) -> bool:
        """True if it has no lobby: a match of a cup, or a rematch in which everybody sits."""
        return self.match is not None or (self.rematch_of is not None and bool(self.seated) and all(self.seated))


class Join(NamedTuple):
    """A person takes a seat; `seat` None: the one kept for them, else the first that is free (`Open.pairs`)."""

    by: str
    seat: int | None = None


class Leave(NamedTuple):
    by: str


class Sit(NamedTuple):
    """A seated person moves to a free seat, or swaps seats with a computer."""

    by: str
    seat: int


class ChoosePartner(NamedTuple):
    """Whoever holds `seat`, or nobody, comes to the side of a seated person, in exchange for whom they have there."""

    by: str
    seat: int


class AskStart(NamedTuple):
    """A person asks the opener to start now, with computers in the free seats."""

    by: str


class AddComputer(NamedTuple):
    """A computer takes a seat; `seat` None: the first free one."""

    by: str
    seat: int | None = None
    level: str = LEVEL


class RemoveComputer(NamedTuple):
    """A computer leaves its seat; `seat` None: the computer in the last seat."""

    by: str
    seat: int | None = None


class Remove(NamedTuple):
    """The opener removes a person from the lobby."""

    by: str
    person: str


class Invite(NamedTuple):
    """The opener keeps seats for these people and for nobody else; `until`: for those who are new, as in `Open`."""

    by: str
    people: tuple[str, ...]
    until: int = 0


class Decline(NamedTuple):
    """A person gives up the seat that is kept for them."""

    by: str


class Lapse(NamedTuple):
    """The clock's action when seats have been kept long enough: those kept until `until` or earlier are free."""

    until: int


class SetOption(NamedTuple):
    by: str
    name: str
    value: str


class SetTerm(NamedTuple):
    """The opener sets a term of the table in the lobby (`bot.tables.table_terms`)."""

    by: str
    name: str
    value: str


class SetSeats(NamedTuple):
    by: str
    seats: int


class Start(NamedTuple):
    """The rubber begins. `fill`: computers take the empty seats."""

    by: str
    fill: bool = False


class Bind(NamedTuple):
    """The table binds its next deals by a chain (`bot.tables.deals`). `secret`: SECRET."""

    secret: str
    commitment: str


class Bound(NamedTuple):
    """The commitment of the last `Bind` is shown, in the message of this Discord id, at this link."""

    message: int
    link: str


class Unbind(NamedTuple):
    """The chain binds no further deal: a backup was restored, and hands that were dealt since would come again."""


class Cut(NamedTuple):
    """The pack is cut in this order (RULES §4.2). `number`: of the attempt, from 0; a cup lets some pass."""

    deck: tuple[Card, ...]
    number: int = 0


class Deal(NamedTuple):
    """The pack is dealt in this order. `step`, `key`: of the hand in the chain that binds it (`bot.tables.deals`).

    Where none does, `salt` (32 random bytes in hex) and the posted `digest` are its proof. `salt` and `key` are SECRET
    while the hand runs.
    """

    deck: tuple[Card, ...]
    salt: str = ""
    digest: str = ""
    step: int = 0
    key: str = ""


class TakeTurn(NamedTuple):
    """A seat's action in the game, by a person or a computer (`by` None): a play of cards, or a move (`kind`, `to`).

    `hand` and `nth` identify the intended play: the seat's `nth` play of the hand, counted from 0; None: the present
    one. `took`: time used, in ms, without credited time. `how` explains plays that nobody pressed: `forced` (the only
    legal play), `last` (the person's last card), `queued` (queued before the turn), `absent` (the person missed the
    deadline), `away` (the person said that they are away), `vacant` (the seat is open). `kind` and `to` as in the
    game's `Move`; "": a play.
    """

    by: str | None
    seat: int
    cards: tuple[Card, ...]
    hand: int | None = None
    nth: int | None = None
    took: int = 0
    how: str = ""
    kind: str = ""
    to: int | None = None

    @property
    def done(self) -> SeatAction:
        return Move(self.seat, self.kind, self.cards, self.to) if self.kind else Play(self.seat, self.cards)


def take_turn(done: SeatAction, by: str | None = None, how: str = "") -> TakeTurn:
    if isinstance(done, Move):
        return TakeTurn(by, done.seat, done.cards, how=how, kind=done.kind, to=done.to)
    return TakeTurn(by, done.seat, done.cards, how=how)


class Resign(NamedTuple):
    """A person gives up their seat: it opens, and a computer plays on. `took`: their time on turn so far, in ms."""

    by: str
    took: int = 0


class Miss(NamedTuple):
    """The clock's action when a seat has missed its deadline. `took`: the time that it had, in ms."""

    seat: int
    took: int = 0


class OpenSeat(NamedTuple):
    """A person's seat opens: anybody may take it; a computer plays until then. `by` None: by the clock.

    `took`: the person's time on turn so far, in ms.
    """

    seat: int
    by: str | None = None
    manager: bool = False
    took: int = 0


class Rest(NamedTuple):
    """The clock's action when all seated people are absent: nothing is played until one of them acts."""


class Depart(NamedTuple):
    """A person has left the server: their seat opens. `took` as in `Resign`."""

    person: str
    took: int = 0


class Forfeit(NamedTuple):
    """The clock's action when a seat's side has lost the rubber."""

    seat: int


class Take(NamedTuple):
    """A person takes an open seat, or asks for it where the other side may refuse.

    `seat` None: their own seat, else the first open one. `fresh` as in `Return`. `until`: when silence of the other
    side becomes consent, ms since the epoch; 0 in older records, before the other side was asked. `member`: how long
    the person has been in the server (`bot.tables.substitution_rules`), "" for a day or more.
    """

    by: str
    seat: int | None = None
    fresh: bool = False
    until: int = 0
    member: str = ""


class Admit(NamedTuple):
    """An organiser gives a person an open seat, or grants the seat that they asked for.

    `manager`: whether `by` may manage the server; older records do not have it, and are by managers. `cup`: the cup
    seats who replaces somebody in it.
    """

    by: str
    person: str
    seat: int | None = None
    manager: bool = True
    cup: bool = False


class Return(NamedTuple):
    """A person returns to the open seat that they held.

    `fresh`: if it is their turn, the time of the play starts again. Older records do not have it: there a computer
    makes the play.
    """

    by: str
    fresh: bool = False


class Propose(NamedTuple):
    """A person proposes a `pace` (`value`: the pace) or a `pause` (`value` empty) to all others.

    `until`: when silence becomes consent. `stands`: until when the clock is stopped while a pause is proposed; 0: it
    runs. Both are ms since the epoch. `manager`: an organiser decides, and it holds at once. `cup`: the whole cup of
    the table pauses.
    """

    by: str
    what: str
    value: str = ""
    until: int = 0
    manager: bool = False
    stands: int = 0
    cup: bool = False


class Agree(NamedTuple):
    """A person agrees to a proposal. `to`: the entry of the proposal; 0: the pending one.

    `manager`: the person is an organiser, who decides alone.
    """

    by: str
    to: int = 0
    manager: bool = False


class Disagree(NamedTuple):
    """A person rejects a proposal; the fields are those of `Agree`."""

    by: str
    to: int = 0
    manager: bool = False


class Consent(NamedTuple):
    """The clock's action when nobody has rejected a proposal in time."""


class Resume(NamedTuple):
    """A seated person or an organiser resumes a paused or resting table; `cup`: the whole cup of the table goes on."""

    by: str
    manager: bool = False
    cup: bool = False


class Away(NamedTuple):
    """A person is away until `until` (ms since the epoch): the table pauses if the others agree, else a computer plays.

    `consent_at`: when silence becomes consent, ms since the epoch; 0: the others are not asked. `stands` as in
    `Propose`. `took`: the person's time on turn so far, in ms.
    """

    by: str
    until: int
    consent_at: int = 0
    stands: int = 0
    took: int = 0


class Back(NamedTuple):
    """A person who was away is back; `by` None: their announced absence has ended."""

    by: str | None
    seat: int


class Ready(NamedTuple):
    """A person would have the next hand dealt now; `hand`: the one that is over."""

    by: str
    hand: int


class Nudge(NamedTuple):
    """A person has a message tell whoever is on turn that they wait. `waited`: for how long, in ms."""

    by: str
    waited: int = 0


class MoveTable(NamedTuple):
    """The table moves to another channel. `left`: the channel or thread that showed it before. Both are Discord ids."""

    by: str
    channel: int
    left: int
    manager: bool = False


class Close(NamedTuple):
    """The table closes. `by` None: by the clock. `manager`: the person may manage the server."""

    by: str | None
    manager: bool = False


TableAction = (
    Open | Join | Leave | Sit | AddComputer | RemoveComputer | Remove | SetOption | SetTerm | SetSeats | Start
    | Cut | Deal | TakeTurn | Miss | OpenSeat | Rest | Depart | Forfeit | Take | Return | Propose | Agree | Disagree
    | Consent | Resume | Away | Back | Resign | MoveTable | Close | Admit | Invite | Decline | Lapse
    | ChoosePartner | AskStart | Nudge | Ready
    | Bind | Bound | Unbind
)  # fmt: skip

_NAMES: Final = {kind: kind.__name__.lower() for kind in get_args(TableAction)} | {TakeTurn: "play", MoveTable: "move"}
"""The name of each action in records. It must never change."""
_NAME_PLACES: Final = FieldCodec(list, lambda places: tuple(map(NamePlace._make, places)))
_CARDS: Final = FieldCodec(lambda held: " ".join(card.code for card in held), cards)
_CODEC: Final = Codec[TableAction](
    _NAMES, {"cards": _CARDS, "deck": _CARDS, "match": FieldCodec(tuple, CupMatch._make), "names": _NAME_PLACES}
)
write: Final = _CODEC.write
read: Final = _CODEC.read
