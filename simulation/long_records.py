"""Long records of cups, leagues and tables, as persistent people leave them, for tests and benchmarks of folds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from bot.cups import cup_actions, fold
from bot.cups.cup import CupEntry
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.leagues import fold as league_fold
from bot.cups.leagues import league_actions
from bot.cups.leagues.league import LeagueEntry
from bot.cups.leagues.league_rules import LeagueRules
from bot.tables import actions, table_terms
from bot.tables.fold import unfold
from bot.tables.table import RecordedAction, Table
from rules import registry

BY: Final = "organiser"
FEW: Final = 40
"""The people who come and go."""
CROWD: Final = 1_000
"""The people, or pairs, who come one after the other; after that the first come again."""
MATCHES: Final = 32


def _person(number: int) -> str:
    return f"p{number % FEW}"


def _coming_and_going() -> Iterator[cup_actions.CupAction]:
    yield cup_actions.CreateCup(BY, CupRules("Friday"))
    for number in count():
        yield cup_actions.JoinCup(_person(number))
        yield cup_actions.LeaveCup(_person(number))


def _pairs() -> Iterator[cup_actions.CupAction]:
    yield cup_actions.CreateCup(BY, CupRules("Friday", entrants=EntrantKind.PAIRS))
    for turn, number in _crowd():
        if turn:
            yield cup_actions.LeaveCup(f"a{number}")
        yield cup_actions.JoinCup(f"a{number}", f"b{number}")
        yield cup_actions.AgreePartner(f"b{number}", f"a{number}")


def _running_cup() -> Iterator[cup_actions.CupAction]:
    yield cup_actions.CreateCup(BY, CupRules("Friday", most=2 * MATCHES))
    yield from (cup_actions.JoinCup(f"p{number}") for number in range(2 * MATCHES))
    yield cup_actions.StartCup(None, "seed")
    yield cup_actions.PairRound(tuple((2 * number, 2 * number + 1) for number in range(MATCHES)), 1, "seed")
    for number in count():
        match = number % MATCHES + 1
        yield cup_actions.OpenMatch(match, number + 1)
        yield cup_actions.ReplayMatch(match, ("replay",), 1)
        if not match % 8:
            yield cup_actions.PauseCup(BY, "storm")
            yield cup_actions.ResumeCup(BY, "over", 1)
            yield cup_actions.BanPerson(BY, f"x{number}", "insults")


def _new_league(kind: EntrantKind) -> Iterator[league_actions.LeagueAction]:
    rules = LeagueRules("Winter", sizes=(8, 8), cup=CupRules("", Format.ROUND_ROBIN, kind))
    yield league_actions.CreateLeague(BY, rules)
    yield league_actions.OpenSeason(BY)


def _season_of_people() -> Iterator[league_actions.LeagueAction]:
    yield from _new_league(EntrantKind.SINGLES)
    for turn, number in _crowd():
        if turn:
            yield league_actions.LeaveSeason(f"p{number}")
        yield league_actions.EnterSeason(f"p{number}")


def _season_of_pairs() -> Iterator[league_actions.LeagueAction]:
    yield from _new_league(EntrantKind.PAIRS)
    for turn, number in _crowd():
        if turn:
            yield from map(league_actions.LeaveSeason, [f"p{number}", f"q{number}"][: 1 + number % 2])
        yield league_actions.EnterSeason(f"p{number}")
        yield league_actions.AskSeasonPartner(f"p{number}", f"q{number}")
        if number % 2:
            yield league_actions.AgreeSeasonPartner(f"q{number}", f"p{number}")


def _crowd() -> Iterator[tuple[int, int]]:
    """Yield how often somebody has come before, and their number."""
    return ((turn, number) for turn in count() for number in range(CROWD))


def _new_table() -> actions.Open:
    game = registry.game(registry.USUAL)
    return actions.Open("a", "Otter", game.name, game.version, 4, {}, terms=table_terms.usual())


def _invitations() -> Iterator[actions.TableAction]:
    yield _new_table()
    yield from (actions.Invite("a", (_person(number),), number + 1) for number in count())


def _changing_hands() -> Iterator[actions.TableAction]:
    yield _new_table()
    yield actions.Join("b")
    yield actions.Start("a", fill=True)
    while True:
        yield actions.Resign("b")
        yield actions.Return("b", fresh=True)


def _table_of(table_id: int, entries: Iterable[RecordedAction]) -> Table:
    *_, table = unfold(table_id, entries)
    return table


class LongRecord(NamedTuple):
    """`acts`: an endless record. `fold`: makes a value of its entries, by an id."""

    acts: Callable[[], Iterator[Any]]
    entry: Callable[[int, Any], Any]
    fold: Callable[[int, Iterable[Any]], Any]

    def entries(self, size: int) -> Sequence[Any]:
        return [self.entry(seq, act) for seq, act in enumerate(islice(self.acts(), size), 1)]


def _of_cup(acts: Callable[[], Iterator[Any]]) -> LongRecord:
    return LongRecord(acts, CupEntry, fold.fold_record)


def _of_league(acts: Callable[[], Iterator[Any]]) -> LongRecord:
    return LongRecord(acts, LeagueEntry, league_fold.fold_record)


def _of_table(acts: Callable[[], Iterator[Any]]) -> LongRecord:
    return LongRecord(acts, lambda seq, act: RecordedAction(seq, 0, act), _table_of)


RECORDS: Final[Mapping[str, LongRecord]] = MappingProxyType(
    {
        "a cup: the same people come and go": _of_cup(_coming_and_going),
        "a cup: a crowd of pairs comes and goes": _of_cup(_pairs),
        "a cup: its matches are played again and again": _of_cup(_running_cup),
        "a league: a crowd signs up and leaves": _of_league(_season_of_people),
        "a league: a crowd asks for partners": _of_league(_season_of_pairs),
        "a table: one is invited after the other": _of_table(_invitations),
        "a table: somebody goes and comes back": _of_table(_changing_hands),
    }
)
