"""Acts that somebody may try in a cup, sensible or not, drawn at random."""

from __future__ import annotations

import random
from collections.abc import Callable

from bot.cups import cup_actions
from bot.cups.cup import Cup
from bot.cups.cup_actions import COMPUTER, CupAction
from bot.cups.cup_rules import Case
from tests.cups.cups import ORGANISER

WHY = "hostile"
NO_MATCH = (-1, 0, 99_999)
STRANGERS = ("x", "y", "z")

MakeAct = Callable[[Cup, random.Random], CupAction]


def somebody(cup: Cup, chance: random.Random) -> str:
    return chance.choice([*STRANGERS, *(person for one in cup.entrants for person in one.people)])


def entrant(cup: Cup, chance: random.Random) -> int:
    return chance.randrange(-1, len(cup.entrants) + 1)


def match_number(cup: Cup, chance: random.Random) -> int:
    last = [match.number for match in cup.rounds[-1].matches] if cup.rounds else []
    return chance.choice([*NO_MATCH, *(match.number for match in cup.matches), *last, *last])


def score_for(cup: Cup, number: int, chance: random.Random) -> tuple[int, ...]:
    match = cup.match(number)
    size = len(match.entrants) if match and chance.random() < 0.8 else chance.randrange(4)
    return tuple(chance.choice((0, 3, 9)) for _ in range(size))


def in_match(cup: Cup, number: int, chance: random.Random) -> int:
    match = cup.match(number)
    return chance.choice(match.entrants) if match and match.entrants else entrant(cup, chance)


def a_pairing(cup: Cup, chance: random.Random) -> tuple[tuple[int, ...], ...]:
    """Matches of any sizes, of all who play or of some, with places that nobody has and computers."""
    everybody = [one.number for one in (cup.seeded_entrants if chance.random() < 0.2 else cup.active)]
    chance.shuffle(everybody)
    left, matches = everybody[: chance.choice((len(everybody), chance.randrange(len(everybody) + 1)))], []
    while left or chance.random() < 0.2:
        size = chance.choice((0, 1, 2, 2, 2, 2, cup.rules.entrants.table_size))
        table, left = left[:size], left[size:]
        filled = [COMPUTER] * (3 - len(table)) if cup.rules.entrants.table_size == 3 and chance.random() < 0.9 else []
        matches.append((*table, *filled))
    return tuple(matches)


def adjust(cup: Cup, chance: random.Random) -> CupAction:
    number = match_number(cup, chance)
    absent = tuple({in_match(cup, number, chance) for _ in range(chance.choice((0, 0, 1, 2)))})
    winner = in_match(cup, number, chance) if chance.random() < 0.4 else None
    return cup_actions.AdjustMatch(ORGANISER, number, score_for(cup, number, chance), WHY, absent, winner)


def extend(cup: Cup, chance: random.Random) -> CupAction:
    number = match_number(cup, chance)
    return cup_actions.ExtendMatch(number, chance.randrange(9), score_for(cup, number, chance), moment(chance))


def undo(cup: Cup, chance: random.Random) -> CupAction:
    seq = chance.choice((chance.randrange(-1, cup.seq + 2), cup.seq, cup.seq - 1))
    return cup_actions.UndoAct(ORGANISER, seq, WHY)


def late_entry(cup: Cup, chance: random.Random) -> CupAction:
    people = tuple(somebody(cup, chance) for _ in range(chance.randrange(3)))
    return cup_actions.EnterLate(ORGANISER, people, WHY)


def moment(chance: random.Random) -> int:
    return chance.choice((-1, 0, 1, 1000, 10**12, 10**13))


def start(cup: Cup, chance: random.Random) -> CupAction:
    order = tuple(entrant(cup, chance) for _ in range(chance.randrange(4)))
    return cup_actions.StartCup(ORGANISER, "seed", order)


ACTS: tuple[MakeAct, ...] = (
    lambda cup, chance: cup_actions.JoinCup(somebody(cup, chance), chance.choice(("", somebody(cup, chance)))),
    lambda cup, chance: cup_actions.LeaveCup(somebody(cup, chance)),
    lambda cup, chance: cup_actions.AskPartner(somebody(cup, chance), somebody(cup, chance)),
    lambda cup, chance: cup_actions.AgreePartner(somebody(cup, chance), somebody(cup, chance)),
    lambda cup, chance: cup_actions.CheckIn(somebody(cup, chance)),
    start,
    lambda cup, chance: cup_actions.PairRound(a_pairing(cup, chance), moment(chance), "round", ORGANISER, WHY),
    lambda cup, chance: cup_actions.PairRound(a_pairing(cup, chance), moment(chance), "round", ORGANISER, WHY),
    lambda cup, chance: cup_actions.WithdrawEntrant(
        ORGANISER, entrant(cup, chance), WHY, chance.choice(("withdrawn", Case.BANNED, Case.ERASED))
    ),
    late_entry,
    lambda cup, chance: cup_actions.ReplacePartner(ORGANISER, somebody(cup, chance), somebody(cup, chance), WHY),
    lambda cup, chance: cup_actions.BanPerson(ORGANISER, somebody(cup, chance), WHY),
    adjust,
    adjust,
    undo,
    undo,
    lambda cup, chance: cup_actions.PauseCup(ORGANISER, WHY),
    lambda cup, chance: cup_actions.ResumeCup(ORGANISER, WHY, chance.choice((0, 1000))),
    lambda cup, chance: cup_actions.MoveDeadline(
        ORGANISER, moment(chance), WHY, chance.choice((None, match_number(cup, chance)))
    ),
    lambda cup, chance: cup_actions.CreditTime(1000, chance.choice((None, match_number(cup, chance)))),
    lambda cup, chance: cup_actions.OpenMatch(match_number(cup, chance), chance.randrange(99)),
    lambda cup, chance: cup_actions.ReplayMatch(match_number(cup, chance), ("replay",), moment(chance)),
    extend,
    lambda cup, chance: cup_actions.ProposeTimes(somebody(cup, chance), match_number(cup, chance), (moment(chance),)),
    lambda cup, chance: cup_actions.AcceptTime(somebody(cup, chance), match_number(cup, chance), moment(chance)),
    lambda cup, chance: cup_actions.DeclineTimes(somebody(cup, chance), match_number(cup, chance)),
    lambda cup, chance: cup_actions.PostponeMatch(somebody(cup, chance), match_number(cup, chance)),
    lambda cup, chance: cup_actions.SetAppointment(
        ORGANISER, moment(chance), WHY, chance.choice((None, match_number(cup, chance)))
    ),
    lambda cup, chance: cup_actions.LapseAppointment(match_number(cup, chance), moment(chance)),
    lambda cup, chance: cup_actions.RemindMatch(match_number(cup, chance), moment(chance), 1000),
    lambda cup, chance: cup_actions.AttendMatch(match_number(cup, chance)),
    lambda cup, chance: cup_actions.Announce(ORGANISER, WHY),
)
RARE: tuple[MakeAct, ...] = (
    lambda cup, chance: cup_actions.CancelCup(ORGANISER, WHY),
    lambda cup, chance: cup_actions.EndCup(),
)


def drawn_act(cup: Cup, chance: random.Random) -> CupAction:
    return chance.choice(RARE if chance.random() < 0.02 else ACTS)(cup, chance)
