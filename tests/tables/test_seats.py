"""Seats of a running rubber: nobody ever holds two hands of one deal, or sees cards beforehand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.runtime.times import DAY, HOUR, SECOND
from bot.tables import actions
from bot.tables.automatic_plays import ABSENT
from bot.tables.deadlines import Delays
from bot.tables.fold import do, new_table
from bot.tables.seat_holders import PlayPlace, StandIn
from bot.tables.substitution_rules import NEW, UNKNOWN, comes_back, is_mid_hand, membership
from bot.tables.table import Answered, Table
from bot.texts.notices import Refusal
from rules.core.cards import Card
from rules.core.contract import Fact, Phase
from simulation.unpublished_tables import UnpublishedTables
from tests.bot.days import COMPUTER, LOBBY, Days, days
from tests.bot.running_bot import OPTIONS

SHORT = 30 * SECOND
"""The time for which the other side may refuse a substitute at the pace `live`."""


class Seats(Days):
    """A table in the middle of a hand, of which the person of seat 1 has just given it up."""

    @property
    def left(self) -> str:
        return self.keys[1]

    @property
    def new(self) -> str:
        return self.keys[-1]

    @property
    def other(self) -> str:
        return self.keys[-2]

    async def refused(self, action: actions.TableAction) -> object:
        """Why it cannot be done."""
        answer = await self.do(action)
        assert answer.refused is not None
        return answer.refused.kind

    async def holder(self) -> str | None:
        return (await self.table()).seats[1].person

    async def asked(self) -> Answered:
        proposal = (await self.table()).proposal
        assert proposal is not None
        return proposal.answered

    async def end_hand(self) -> Table:
        """Everybody plays until the next hand is to be dealt."""
        while is_mid_hand(table := await self.table()):
            await (self.play() if table.asked else self.pass_by(COMPUTER))
        return table


@asynccontextmanager
async def seats(folder: Path, people: int = 4, pace: str = "live") -> AsyncIterator[Seats]:
    async with days(folder, people, pace=pace) as found:
        here = Seats(found.store, found.tables, found.time, found.keys, found.id)
        await here.done(actions.Resign(here.left))
        yield here


async def test_at_a_live_pace_a_substitute_waits_for_the_other_side_and_silence_consents(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        assert (await here.pass_by(SHORT - 1)).seat_of(here.new) is None
        assert (await here.pass_by(1)).seats[1].person == here.new


@pytest.mark.parametrize("pace", ["day", "none"])
async def test_at_a_slow_pace_a_substitute_has_the_seat_at_once(tmp_path: Path, pace: str) -> None:
    async with seats(tmp_path, pace=pace) as here:
        assert (await here.done(actions.Take(here.new))).seats[1].person == here.new


async def test_between_hands_anybody_has_an_open_seat_at_once(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.end_hand()
        assert (await here.done(actions.Take(here.new, member=NEW))).seats[1].person == here.new


async def test_a_computer_plays_on_while_a_substitute_waits(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        while (await here.table()).turn != 1:
            await here.play()
        await here.done(actions.Take(here.new))
        table = await here.pass_by(COMPUTER)
        assert (table.turn, table.seat_of(here.new)) == (2, None)


@pytest.mark.parametrize(("people", "against"), [(2, [0]), (3, [0, 2]), (4, [0, 2])])
async def test_each_person_of_the_other_side_may_refuse(tmp_path: Path, people: int, against: list[int]) -> None:
    for number in against:
        (folder := tmp_path / str(number)).mkdir()
        async with seats(folder, people) as here:
            await here.done(actions.Take(here.new))
            await here.done(actions.Disagree(here.keys[number]))
            assert (await here.pass_by(HOUR)).seat_of(here.new) is None


async def test_a_partner_is_not_asked(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        for answer in (actions.Agree(here.keys[3]), actions.Disagree(here.keys[3])):
            assert await here.refused(answer) is Refusal.NOT_ASKED
        assert await here.refused(actions.Disagree(here.left)) is Refusal.NOT_SEATED


async def test_once_all_of_the_other_side_agree_nobody_waits_longer(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        assert (await here.done(actions.Agree(here.keys[0]))).seat_of(here.new) is None
        assert (await here.done(actions.Agree(here.keys[2]))).seat_of(here.new) == 1


async def test_where_nobody_of_the_other_side_is_there_nobody_waits(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Resign(here.keys[0]))
        await here.done(actions.Away(here.keys[2], here.time.now + DAY))
        assert (await here.done(actions.Take(here.new, 1))).seat_of(here.new) == 1


async def test_who_leaves_while_they_are_asked_is_not_waited_for(tmp_path: Path) -> None:
    async with seats(tmp_path, people=2) as here:
        await here.done(actions.Take(here.new))
        assert (await here.done(actions.Resign(here.keys[0]))).seat_of(here.new) == 1


async def test_who_was_refused_may_ask_again_in_the_next_hand_and_not_before(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        await here.done(actions.Disagree(here.keys[0]))
        assert await here.refused(actions.Take(here.new)) is Refusal.SEAT_REFUSED
        await here.end_hand()
        await here.pass_by(10 * SECOND)
        await here.done(actions.Take(here.new))
        assert await here.asked() is Answered.OPEN


async def test_one_seat_is_asked_for_by_one_person_at_a_time(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        assert await here.refused(actions.Take(here.other)) is Refusal.PROPOSAL_WAITS
        assert await here.refused(actions.Take(here.new)) is Refusal.SEAT_ASKED
        await here.done(actions.Disagree(here.keys[0]))
        await here.done(actions.Take(here.other))
        assert (await here.pass_by(SHORT)).seat_of(here.other) == 1


async def test_who_had_the_seat_comes_before_who_asks_for_it(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        assert (await here.done(actions.Take(here.left))).seat_of(here.left) == 1
        assert await here.asked() is Answered.DROPPED
        assert (await here.pass_by(SHORT)).seat_of(here.new) is None


async def test_when_the_hand_ends_the_seat_is_theirs(tmp_path: Path) -> None:
    async with seats(tmp_path, pace="43200+0") as here:  # who is asked has an hour
        await here.done(actions.Take(here.new))
        table = await here.end_hand()
        assert (await here.asked(), table.seat_of(here.new)) == (Answered.GRANTED, 1)
        assert (await here.pass_by(10 * SECOND)).seat_of(here.new) == 1


async def test_when_the_rubber_ends_nobody_need_answer(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        table = await here.done(actions.Close(here.keys[0]))
        assert (await here.asked(), table.seat_of(here.new)) == (Answered.DROPPED, None)


async def test_a_question_for_a_seat_outlives_the_process(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        here.tables = UnpublishedTables(here.store, Delays(COMPUTER, 10 * SECOND, LOBBY), here.time)
        assert (await here.pass_by(SHORT - 1)).seat_of(here.new) is None
        assert (await here.pass_by(1)).seat_of(here.new) == 1


async def test_time_in_which_the_other_side_could_not_be_reached_is_no_consent(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        here.time.now += HOUR
        await here.tables.credit(here.time.now - HOUR, here.time.now)
        assert (await here.pass_by(SHORT - 1)).seat_of(here.new) is None
        assert (await here.pass_by(1)).seat_of(here.new) == 1


async def test_a_pause_comes_before_a_newcomer_who_may_then_ask_again(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        seq = (await here.done(actions.Take(here.new))).seq
        table = await here.done(actions.Propose(here.keys[0], "pause"))
        assert table.pending is not None
        overruled = table.pending.overruled
        assert overruled is not None
        assert (overruled.seq, overruled.answered) == (seq, Answered.DROPPED)
        assert await here.refused(actions.Take(here.new)) is Refusal.PROPOSAL_WAITS
        await here.done(actions.Disagree(here.keys[2]))
        await here.done(actions.Take(here.new))
        assert (await here.pass_by(SHORT)).seat_of(here.new) == 1


async def test_at_a_paused_table_a_substitute_is_let_in_too(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Propose(here.keys[0], "pause", manager=True))
        await here.done(actions.Take(here.new))
        table = await here.pass_by(SHORT)
        assert (table.paused, table.seat_of(here.new)) == (True, 1)


async def test_an_answer_to_an_earlier_question_answers_no_later_one(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        asked = (await here.done(actions.Propose(here.keys[0], "pace", "evening"))).seq
        await here.done(actions.Disagree(here.keys[2], asked))
        await here.done(actions.Take(here.new))
        for answer in (actions.Agree(here.keys[2], asked), actions.Disagree(here.keys[2], asked)):
            assert await here.refused(answer) is Refusal.NO_PROPOSAL


async def test_who_withdraws_is_given_no_seat(tmp_path: Path) -> None:
    """The person was erased, or has left the server."""
    for gone in ("erased", "left"):
        (folder := tmp_path / gone).mkdir()
        async with seats(folder) as here:
            await here.done(actions.Take(here.new))
            await here.done(actions.Resign(here.new) if gone == "erased" else actions.Depart(here.new))
            assert (await here.pass_by(SHORT)).seat_of(here.new) is None
            assert await here.asked() is Answered.DROPPED


# An organiser's word


@pytest.mark.parametrize("says", ["yes", "no", "by name"])
async def test_an_organisers_word_decides_at_once(tmp_path: Path, says: str) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        word: dict[str, actions.TableAction] = {
            "yes": actions.Agree(here.other, manager=True),
            "no": actions.Disagree(here.other, manager=True),
            "by name": actions.Admit(here.other, here.new),
        }
        table = await here.done(word[says])
        assert table.seat_of(here.new) == (None if says == "no" else 1)
        assert await here.asked() is (Answered.REFUSED if says == "no" else Answered.GRANTED)
        assert here.other in table.people


async def test_an_organiser_who_plays_there_decides_for_nobody(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        assert await here.refused(actions.Agree(here.keys[3], manager=True)) is Refusal.NOT_ASKED
        assert (await here.done(actions.Agree(here.keys[0], manager=True))).seat_of(here.new) is None


async def test_nobody_but_an_organiser_gives_a_seat_to_another(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        for by, manager in ((here.other, False), (here.keys[0], True), (here.keys[0], False)):
            assert await here.refused(actions.Admit(by, here.new, manager=manager)) is Refusal.ONLY_ORGANISERS


async def test_an_organiser_gives_no_seat_to_who_has_seen_another_hand_or_sits_there(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Resign(here.keys[2]))
        assert await here.refused(actions.Admit(here.other, here.left, 2)) is Refusal.THEY_HAVE_SEEN
        assert await here.refused(actions.Admit(here.other, here.keys[0])) is Refusal.THEY_SIT
        assert await here.refused(actions.Admit(here.other, here.new, 0)) is Refusal.SEAT_TAKEN
        assert (await here.done(actions.Admit(here.other, here.left))).seat_of(here.left) == 1


async def test_who_was_given_the_seat_by_an_organiser_comes_before_who_asked(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        table = await here.done(actions.Admit(here.keys[-2], here.other))
        assert (table.seat_of(here.other), await here.asked()) == (1, Answered.DROPPED)


# Who has just joined the server


@pytest.mark.parametrize(("member", "why"), [(NEW, Refusal.JUST_JOINED), (UNKNOWN, Refusal.JOINED_UNKNOWN)])
@pytest.mark.parametrize("pace", ["live", "day"])
async def test_who_may_have_just_joined_takes_no_seat_in_mid_hand_unless_an_organiser_says_so(
    tmp_path: Path, member: str, why: Refusal, pace: str
) -> None:
    async with seats(tmp_path, pace=pace) as here:
        assert await here.refused(actions.Take(here.new, member=member)) is why
        assert (await here.done(actions.Admit(here.other, here.new))).seat_of(here.new) == 1


async def test_ones_own_seat_is_ones_own_however_long_one_is_there(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        assert (await here.done(actions.Take(here.left, member=UNKNOWN))).seat_of(here.left) == 1


def test_somebody_has_just_joined_for_a_day() -> None:
    assert [membership(joined, DAY) for joined in (None, 0, 1)] == [UNKNOWN, "", NEW]


# Who has seen what


async def test_who_held_a_seat_in_this_hand_comes_back_to_it_although_another_has_held_it_since(tmp_path: Path) -> None:
    async with seats(tmp_path) as here:
        await here.done(actions.Take(here.new))
        await here.pass_by(SHORT)
        await here.done(actions.Resign(here.new))
        assert (await here.done(actions.Take(here.left))).seat_of(here.left) == 1


async def test_an_older_record_is_read_as_it_was(tmp_path: Path) -> None:
    """A table of an older version: nobody was asked, and people who had left a seat could come back to it."""
    async with seats(tmp_path) as here:
        table = await here.table()
        for action in (actions.Take(here.new), actions.Resign(here.new), actions.Return(here.new)):
            after = do(table, action)
            assert isinstance(after, Table)
            table = after
        assert table.seat_of(here.new) == 1


PEOPLE = tuple("abcdef")
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["resign", "kick", "take", "take", "take", "no", "yes", "silence", "admit", "deal", "play"]),
        st.integers(0, len(PEOPLE) - 1),
        st.integers(0, 40),
    ),
    max_size=60,
)


def begun(count: int, pace: str, chance: random.Random) -> Table:
    table = Table(1, "Otter", "a", "voormsi", (), OPTIONS)
    opening = actions.Open("a", "Otter", "voormsi", 1, count, OPTIONS, seated=PEOPLE[:count], terms={"pace": pace})
    for action in (opening, actions.Start("a")):
        table = _after(table, action)
    return _after(table, actions.Cut(shuffled(table, chance)))


def _after(table: Table, action: actions.TableAction) -> Table:
    after = new_table(1, action) if isinstance(action, actions.Open) else do(table, action)
    return table if isinstance(after, Fact) else after


def shuffled(table: Table, chance: random.Random) -> tuple[Card, ...]:
    deck = list(table.rules.pack)
    chance.shuffle(deck)
    return tuple(deck)


def stepped(table: Table, step: str, who: int, number: int, chance: random.Random) -> Sequence[Table]:
    """The table after each action of a step."""
    person, seat = PEOPLE[who], number % len(table.seats)
    match step:
        case "play":
            found = [table]
            for _ in range(number):
                found.append(_played(found[-1], chance))
            return found
        case "deal":
            deck = shuffled(table, chance)
            wanted: actions.TableAction = actions.Deal(deck, "00" * 32, "ff" * 32)
        case "take":
            wanted = actions.Take(person, seat if number % 2 else None, until=1)
        case _:
            others: dict[str, actions.TableAction] = {
                "resign": actions.Resign(person),
                "kick": actions.OpenSeat(seat),
                "no": actions.Disagree(person),
                "yes": actions.Agree(person),
                "silence": actions.Consent(),
                "admit": actions.Admit("z", person, seat if number % 2 else None),
            }
            wanted = others[step]
    return [_after(table, wanted)]


def _played(table: Table, chance: random.Random) -> Table:
    if table.turn is None:
        return table
    by = None if table.missing == table.turn else table.seats[table.turn].person
    return _after(table, actions.TakeTurn(by, table.turn, chance.choice(table.view(table.turn).legal)))


@given(st.sampled_from([2, 3, 4]), st.sampled_from(["live", "day"]), st.integers(0, 9), STEPS)
def test_nobody_ever_holds_two_hands_of_one_deal_or_a_seat_that_they_wait_for(
    count: int, pace: str, seed: int, steps: list[tuple[str, int, int]]
) -> None:
    chance = random.Random(seed)
    table = begun(count, pace, chance)
    held: defaultdict[tuple[int, str], set[int]] = defaultdict(set)
    for step in [("deal", 0, 0), *steps]:
        for after in stepped(table, *step, chance):
            if after.phase is Phase.PLAY:
                assert after.hand is not None
                for number, seat in enumerate(after.seats):
                    if seat.person is not None:
                        held[after.hand.number, seat.person].add(number)
                        assert len(held[after.hand.number, seat.person]) == 1
            asked = after.pending
            if asked is not None:
                assert is_mid_hand(after)
                assert pace == "live"
                assert after.seat_of(asked.by) is None
                assert after.seats[int(asked.value)].open
                assert not comes_back(after, int(asked.value), asked.by)
            table = after


async def test_a_computers_play_for_who_was_late_stays_one_once_the_seat_opens(tmp_path: Path) -> None:
    async with days(tmp_path, pace="day", forced="off") as here:
        seat = (await here.table()).turn
        assert seat is not None
        late = await here.pass_by(DAY + COMPUTER)
        left = await here.done(actions.Resign(here.keys[seat]))
        for table in (late, left):
            assert table.hand is not None
            assert table.hand.marked == ((0, ABSENT),)
            assert list(table.stand_ins) == [StandIn(seat, PlayPlace(1, 1, 0))]


async def test_tricks_that_a_computer_takes_for_somebody_are_not_theirs(tmp_path: Path) -> None:
    async with days(tmp_path, people=2, computers=2, pace="day", forced="off") as here:
        away, other = here.keys[:2]
        await here.done(actions.Away(away, here.time.now + 9 * DAY))
        await here.done(actions.Disagree(other))
        while (table := await here.table()).last_hand is None:
            await (here.play() if table.asked is not None else here.pass_by(COMPUTER))
        assert table.hand is not None
        takers = [trick.plays[trick.winner].seat for trick in table.hand.tricks if trick.winner is not None]
        assert table.seat_of(away) in takers
        assert table.statistics[away].tricks == 0
        assert table.statistics[away].hands == 1
        assert table.statistics[other].tricks > 0
