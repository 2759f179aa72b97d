"""The rules of a cup, as a value that its record keeps, and which of them its format and its game allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from math import ceil, log2
from typing import Any, Final, NamedTuple

from bot.cups.notices import CupRefusal
from bot.texts import offered_games
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.contract import Fact
from rules.core.options import hands_options, of_hands


class Format(StrEnum):
    SWISS = "swiss"
    ROUND_ROBIN = "round-robin"
    DOUBLE_ROUND_ROBIN = "double-round-robin"
    KNOCK_OUT = "knock-out"
    SWISS_KNOCK_OUT = "swiss-knock-out"


class EntrantKind(StrEnum):
    """Singles at tables of two, pairs at tables of four, threes: single people at tables of three."""

    SINGLES = "singles"
    PAIRS = "pairs"
    THREES = "threes"

    @property
    def people(self) -> int:
        return 2 if self is EntrantKind.PAIRS else 1

    @property
    def table_size(self) -> int:
        """The number of entrants who meet at a table."""
        return 3 if self is EntrantKind.THREES else 2

    @property
    def seats(self) -> int:
        """The seats of a table."""
        return self.table_size * self.people


class Case(StrEnum):
    """A match that did not come to its end."""

    TIME_OVER = "time-over"
    """All were there, and the time of the round was over."""
    ONE_ABSENT = "one-absent"
    BOTH_ABSENT = "both-absent"
    LEFT = "left"
    BANNED = "banned"
    ERASED = "erased"
    WITHDRAWN = "withdrawn"
    BOT_OUT = "bot-out"


class Remedy(StrEnum):
    """The decision about such a match."""

    STANDS = "stands"
    FORFEIT = "forfeit"
    BOTH_LOSE = "both-lose"
    REPLAY = "replay"


USUAL_REMEDIES: Final[Mapping[str, str]] = {
    Case.TIME_OVER: Remedy.STANDS,
    Case.ONE_ABSENT: Remedy.FORFEIT,
    Case.BOTH_ABSENT: Remedy.STANDS,
    Case.LEFT: Remedy.FORFEIT,
    Case.BANNED: Remedy.FORFEIT,
    Case.ERASED: Remedy.FORFEIT,
    Case.WITHDRAWN: Remedy.FORFEIT,
    Case.BOT_OUT: Remedy.REPLAY,
}

GONE: Final = frozenset({Remedy.STANDS, Remedy.FORFEIT})
ALLOWED_REMEDIES: Final[Mapping[Case, frozenset[Remedy]]] = {
    Case.TIME_OVER: frozenset({Remedy.STANDS, Remedy.REPLAY}),
    Case.ONE_ABSENT: GONE | {Remedy.REPLAY},
    Case.BOTH_ABSENT: frozenset({Remedy.STANDS, Remedy.BOTH_LOSE, Remedy.REPLAY}),
    Case.LEFT: GONE,
    Case.BANNED: GONE,
    Case.ERASED: GONE,
    Case.WITHDRAWN: GONE,
    Case.BOT_OUT: frozenset({Remedy.STANDS, Remedy.REPLAY}),
}
"""Nobody loses by an outage of the bot or by slow play, and who is gone cannot play again."""


class SeedOrder(StrEnum):
    """The order of the seeds at the start."""

    RATING = "rating"
    LOT = "lot"


class Sizes(NamedTuple):
    least: int
    most: int


LONGEST_NAME: Final = 60
"""The most characters of the name of a cup or a league."""
MOST_ENTRANTS: Final = 1000
MOST_ROUNDS: Final = 30
NO_FALLBACK: Final = "none"
MOST_HANDS: Final = 20
WHOLE_RUBBER: Final = 0
"""In place of a number of hands: a whole rubber."""
EXTRA_HANDS: Final = 2
"""A level match of a knock-out goes on for up to so many hands."""
PUNCTUAL: Final = 100
"""A round that opens late by less than this part of its time ends when it should."""
SIZES: Final[Mapping[Format, Sizes]] = {
    Format.SWISS: Sizes(2, MOST_ENTRANTS),
    Format.ROUND_ROBIN: Sizes(2, 24),
    Format.DOUBLE_ROUND_ROBIN: Sizes(2, 12),
    Format.KNOCK_OUT: Sizes(2, 256),
    Format.SWISS_KNOCK_OUT: Sizes(4, MOST_ENTRANTS),
}
"""The numbers of entrants that each format allows."""


class CupRules(NamedTuple):
    """`rounds`: of the Swiss part. `qualifiers`: for the knock-out after it. `hands` of a match; 0: a whole rubber.

    `round_time`: from the pairing to the deadline, in ms. `enough_hands`: so many make a score that may stand.
    `sign_up_until`: ms since the epoch; 0: until an organiser starts it. `auto_start`: it starts then, or is
    cancelled if there are too few. `first_round`: ms since the epoch; each round opens a round's time after the
    one before, or when that is over, if it is later; 0: as soon as the one before is over. `appointments`: matches
    begin at times on which their sides agree. `fallback`: the time if they agree on none: "" at the hour at which the
    cup began, `NO_FALLBACK` never, else a daily time as it is written. `events`: its start is in the server's list of
    events; with a `first_round`, the next round is.
    `role`: the Discord id of the role that the winner is given; 0: none. `role_moves`: the winner before loses it.
    `opens_before`: how long before `sign_up_until` sign-up begins, in ms; 0: at once. `roles`: whoever enters has one
    of these; (): everybody may. `reliability`: what whoever enters has at least, in percent.
    `private`: only the people at a table, and moderators, see its thread.
    """

    name: str
    format: Format = Format.SWISS
    entrants: EntrantKind = EntrantKind.SINGLES
    least: int = 2
    most: int = 64
    rounds: int = 4
    qualifiers: int = 0
    hands: int = 6
    pace: str = "live"
    round_time: int = 3_600_000
    check_in: bool = False
    enough_hands: int = 3
    remedies: Mapping[str, str] = USUAL_REMEDIES
    game: str = registry.USUAL
    sign_up_until: int = 0
    auto_start: bool = True
    first_round: int = 0
    appointments: bool = False
    fallback: str = ""
    events: bool = False
    role: int = 0
    role_moves: bool = True
    private: bool = False
    seeds: SeedOrder = SeedOrder.RATING
    opens_before: int = 0
    roles: tuple[int, ...] = ()
    reliability: int = 0
    rated: bool = True

    @property
    def seats(self) -> int:
        """The seats of a table."""
        return self.entrants.seats

    @property
    def sign_up_from(self) -> int:
        """The beginning of the sign-up, ms since the epoch; 0: at once."""
        return max(0, self.sign_up_until - self.opens_before) if self.opens_before else 0

    @property
    def is_knock_out(self) -> bool:
        return self.format in (Format.KNOCK_OUT, Format.SWISS_KNOCK_OUT)

    @property
    def is_round_robin(self) -> bool:
        return self.format in (Format.ROUND_ROBIN, Format.DOUBLE_ROUND_ROBIN)

    @property
    def swiss_rounds(self) -> int:
        return self.rounds if self.format in (Format.SWISS, Format.SWISS_KNOCK_OUT) else 0

    def rounds_for(self, size: int) -> int:
        """The number of rounds with so many entrants."""
        match self.format:
            case Format.SWISS:
                return self.rounds
            case Format.KNOCK_OUT:
                return knock_out_rounds(size)
            case Format.SWISS_KNOCK_OUT:
                return self.rounds + knock_out_rounds(min(size, self.qualifiers))
            case _:
                once = size - 1 + size % 2
                return once * (2 if self.format is Format.DOUBLE_ROUND_ROBIN else 1)

    def opening(self, number: int) -> int:
        """Return when the round with this number, from 0, opens at the earliest, ms since the epoch."""
        return self.first_round + number * self.round_time if self.first_round else 0

    def deadline(self, number: int, now: int) -> int:
        """Return when a round that is paired now is over; one that opens late is given its whole time."""
        ends = self.opening(number + 1)
        is_punctual = now <= ends - self.round_time + self.round_time // PUNCTUAL
        return ends if ends and is_punctual else now + self.round_time

    def remedy(self, case: Case) -> Remedy:
        return Remedy(self.remedies.get(case, USUAL_REMEDIES[case]))


def knock_out_rounds(size: int) -> int:
    return ceil(log2(size)) if size > 1 else 0


def formats(kind: EntrantKind, size: int) -> tuple[Format, ...]:
    """Return the formats that so many entrants of a kind may play."""
    allowed = (Format.SWISS,) if kind is EntrantKind.THREES else tuple(Format)
    return tuple(form for form in allowed if sizes(form, kind).least <= size <= sizes(form, kind).most)


def sizes(one: Format, kind: EntrantKind) -> Sizes:
    if kind is EntrantKind.THREES:
        return Sizes(2, MOST_ENTRANTS) if one is Format.SWISS else Sizes(1, 0)
    return SIZES[one]


def invalid(rules: CupRules) -> Fact | None:
    """Return why a cup cannot have these rules; None: it can."""
    if not rules.name.strip():
        return fact(CupRefusal.NO_NAME)
    if rules.least > rules.most:
        return fact(CupRefusal.LEAST_ABOVE_MOST, least=rules.least, most=rules.most)
    least, most = sizes(rules.format, rules.entrants)
    if not least <= rules.least <= rules.most <= most:
        return fact(CupRefusal.FORMAT_SIZES, least=least, most=most)
    if rules.format in (Format.SWISS, Format.SWISS_KNOCK_OUT) and not 1 <= rules.rounds <= MOST_ROUNDS:
        return fact(CupRefusal.BAD_ROUNDS, least=1, most=MOST_ROUNDS)
    if rules.format is Format.SWISS_KNOCK_OUT and not 2 <= rules.qualifiers <= rules.least:
        return fact(CupRefusal.BAD_QUALIFIERS, least=2, most=rules.least)
    if not 0 <= rules.hands <= MOST_HANDS:
        return fact(CupRefusal.BAD_HANDS, least=0, most=MOST_HANDS)
    if any(rules.remedies.get(case, Remedy.STANDS) not in allowed for case, allowed in ALLOWED_REMEDIES.items()):
        return fact(CupRefusal.BAD_REMEDY)
    return None


def write(value: Any) -> dict[str, Any]:
    """Return the fields of a named tuple, as rules or an action, as JSON values without those that are as usual."""
    usual = value._field_defaults
    return {name: field for name, field in value._asdict().items() if name not in usual or usual[name] != field}


def read(body: Mapping[str, Any]) -> CupRules:
    """Return the rules that `write` wrote. Raises TypeError or ValueError if there are no such rules."""
    given = CupRules(**body)
    return given._replace(
        format=Format(given.format),
        entrants=EntrantKind(given.entrants),
        seeds=SeedOrder(given.seeds),
        roles=tuple(given.roles),
    )


def kinds_in(game: str) -> tuple[EntrantKind, ...]:
    """The kinds of entrants whose tables have as many seats as the game."""
    return tuple(kind for kind in EntrantKind if kind.seats in registry.game(game).seats)


def match_hands(game: str) -> tuple[int, ...]:
    """The numbers of hands that a match may have, `WHOLE_RUBBER` among them where a rubber ends otherwise."""
    return tuple(hands_options(registry.game(game).options))


def games_for_cups(games: Iterable[str]) -> tuple[str, ...]:
    """The games that cups can be played in."""
    return tuple(game for game in games if kinds_in(game))


def table_options(game: str, hands: int) -> dict[str, str]:
    """The options of a table for so many hands."""
    found = registry.game(game).options
    usual = {option.name: option.default for option in found}
    return usual if hands == WHOLE_RUBBER else usual | of_hands(found, hands)


def unsuited_reason(rules: CupRules) -> Fact | None:
    """Return why a cup with these rules cannot be played in its game; None: it can."""
    if rules.game not in offered_games():
        return fact(Refusal.UNKNOWN_GAME, game=rules.game)
    if (why := other_seats(rules.game, rules.entrants)) is not None:
        return why
    if rules.hands != WHOLE_RUBBER and rules.hands not in match_hands(rules.game):
        return fact(CupRefusal.HANDS_OF_GAME, games=(rules.game,), choices=match_hands(rules.game))
    return None


def other_seats(game: str, kind: EntrantKind) -> Fact | None:
    """Return that tables of a game have other seats than such entrants need; None if they have the same."""
    if kind in kinds_in(game):
        return None
    return fact(CupRefusal.SEATS_OF_GAME, games=(game,), seats=registry.game(game).seats)


def fit_to_game(rules: CupRules) -> CupRules:
    """Return the rules with entrants and hands that suit the game."""
    kinds = kinds_in(rules.game)
    if kinds and rules.entrants not in kinds:
        rules = rules._replace(entrants=kinds[0])
    return with_nearest_hands(rules)


def with_nearest_hands(rules: CupRules) -> CupRules:
    """Return the rules with a number of hands that suits the game."""
    nearest = min(match_hands(rules.game), key=lambda number: (abs(number - rules.hands), number))
    return rules._replace(hands=nearest)
