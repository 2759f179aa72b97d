"""A table with people for tests of faults, and the checks that must pass after each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from bot.publishing.posts import HAND, LOBBY, posts_of_actions
from bot.tables import actions
from bot.tables.fold import unfold
from bot.tables.table import Stage, Table, present_play
from rules.core.contract import Phase, Play, PlayAccount
from sandbox import Channel, Interaction, Message, Person, Sandbox, Thread
from sandbox.world import components
from simulation.accelerated_clock import accelerated_waits
from simulation.buttons import is_acknowledged, is_elsewhere, moves, posts_of
from simulation.scripted_people import (
    LONG,
    Lobby,
    Player,
    play_buttons,
    players,
    posts,
    record,
    rests,
    seated,
    table_now,
)
from simulation.seen_cards import shown_cards

PUT_OFF = "deferred_update"
PLAYED = ("update", PUT_OFF)


@dataclass
class PlayedTable:
    """A table, its people, and the number of acknowledged plays of each."""

    box: Sandbox
    database: Path
    lobby: Lobby
    thread: Thread
    company: list[Player]
    acknowledged: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    gone: Player | None = None
    """A player who has left the guild and makes no more plays, although a hand may call them."""
    removed_at: int = 0
    """The last entry when somebody deleted posts: older posts may be missing, unless they were shown anew."""

    @property
    def people(self) -> list[Person]:
        return [player.person for player in self.company]

    @property
    def table(self) -> Table:
        """The table by its record in the file."""
        return table_now(self.database, self.lobby.id)

    @property
    def called(self) -> Player | None:
        """A player whose hand says that it is their turn."""
        return next((player for player in self.company if player.called and player is not self.gone), None)

    async def turn(self) -> Player:
        """A player to play, as soon as there is one."""
        await self._until(lambda: self.called)
        assert self.called
        return self.called

    async def turn_or_end(self) -> Player | None:
        """A player to play, as soon as there is one; None if the rubber ends before by plays of computers."""
        await self._until(lambda: self.called or self.table.stage is not Stage.PLAYING)
        return self.called if self.table.stage is Stage.PLAYING else None

    async def _until(self, condition: Callable[[], object]) -> None:
        """Wait for a condition on hands, while people who have played in private open theirs in the DM again."""
        while not condition():
            await self.box.until(lambda: condition() or any(map(elsewhere, self.people)), LONG)
            for person in self.people:
                await bring_back(self.box, person)

    async def press(self, player: Player, hand: Message | None = None) -> Interaction:
        """Press a play once, in the DM or in another hand, and count it if it is acknowledged."""
        self.pressed[player.person.name] += 1
        answer = await (player.play() if hand is None else player.play_from(hand))
        if is_acknowledged(answer.status, answer.said):
            self.acknowledged[player.person.name] += 1
        return answer

    async def play(self, times: int = 1) -> None:
        """Make so many plays of people. Each must be acknowledged; a deferred one counts when the hand is redrawn."""
        for _ in range(times):
            player = await self.turn()
            before, made = pressable(player.hand), self._made(player)
            answer = await self.press(player)
            assert answer.status in PLAYED, (answer.status, answer.text)
            if answer.status == PUT_OFF:
                await self.box.until(lambda: pressable(player.hand) != before, LONG)  # noqa: B023
                self.acknowledged[player.person.name] += self._made(player) - made

    async def play_until(self, over: Callable[[], object]) -> None:
        """Let everybody play when called, until `over`."""
        while True:
            await self.box.until(lambda: over() or self.called, LONG)
            if over():
                return
            await self.play()

    async def shown(self) -> None:
        """Wait until the thread shows all plays, and nothing is there twice; people's hands may be older."""
        await self.box.until(
            lambda: rests(self.table) and self._is_single() and not self.missing(), LONG
        )  # only at rest are no more entries added

    async def settled(self) -> None:
        """Wait until every post of the record is shown once and every hand is up to date."""
        await self.box.until(  # hands first, because afterwards the record does not grow by itself
            lambda: self._hands_are_new() and self._is_single() and not self.missing(), LONG
        )

    def _is_single(self) -> bool:
        """Return whether no post or hand is there twice, as one that is sent anew is for a moment."""
        standing = self.standing(self.thread)
        return len(standing) == len(set(standing)) and all(len(self.hands(one)) <= 1 for one in self.company)

    def hands(self, player: Player) -> list[Message]:
        """The hands of this table in a player's direct messages, without responses to presses."""
        return [one for one in player.person.dms if f"### {self.lobby.name}, hand " in one.text and not one.ephemeral]

    def missing(self) -> list[str]:
        """Posts of the record that are not yet in their place, or do not show the last play yet."""
        there = {*self.standing(self.thread), *(key for key in self.standing(self.lobby.channel) if key == LOBBY)}
        return [key for key in self._expected() if key not in there or self._is_behind(key)]

    def _is_behind(self, key: str) -> bool:
        """Return whether the message of a hand does not show the trick on the table, or the end of the hand."""
        table, (kind, _, number) = self.table, key.partition(":")
        if kind != HAND or table.stage is Stage.CLOSED or table.forfeited is not None:
            return False
        text = self.post(key).text
        if table.turn is None or int(number) != table.view(None).hand_number:
            return " is over\n" not in text
        view, tricks = table.view(None), table.hand.tricks if table.hand else ()
        plays: Sequence[Play | PlayAccount] = view.trick or (tricks[-1].plays if tricks else ())
        return any(card.symbol not in text for play in plays for card in play.cards)

    def sound(self, *, thread: bool = True) -> None:
        """Check what must be true after every fault: no acknowledged play is lost or doubled, no card is shown to
        others.

        Without `thread` the posts are not checked, because their thread or channel is gone.
        """
        plays = self._plays()
        assert all(count == 1 for count in plays.values()), "a play was made twice"
        made = Counter(person for person, _ in plays)
        for person, count in self.acknowledged.items():
            assert count <= made[person] <= self.pressed[person], (person, count, made[person], self.pressed[person])
        if thread:
            standing = [key for key in self.standing(self.thread) if key != LOBBY]
            expected = [key for key in self._expected() if key != LOBBY]
            assert standing == expected, f"posts are missing, doubled, or in another order: {standing} {expected}"
        for player in self.company:
            assert len(self.hands(player)) <= 1, f"{player.person.name} has {len(self.hands(player))} hands"
        self._no_card_for_others()

    def standing(self, channel: Channel) -> list[str]:
        """The table's posts in a channel, oldest first."""
        shown = sorted(channel.messages.values(), key=lambda one: one.id)
        found = (key for one in shown if not one.ephemeral for number, key in posts_of(one) if number == self.lobby.id)
        return [key for key in found if not key.startswith("call")]

    def post(self, key: str) -> Message:
        """The newest message that shows a post of the table in its thread."""
        shown = sorted(self.thread.messages.values(), key=lambda one: one.id)
        return [one for one in shown if (self.lobby.id, key) in posts_of(one)][-1]

    def removes(self) -> None:
        """Note that posts, or their channel or thread, are deleted now."""
        self.removed_at = self.table.seq

    async def shown_at(self, channel: Channel) -> None:
        """Wait for the table's new lobby card in a channel and for its thread, and use them from now on."""

        def card() -> Message | None:
            cards = (one for one in channel.messages.values() if (self.lobby.id, LOBBY) in posts_of(one))
            return next(cards, None)

        self.lobby.card = await self.box.until(card, LONG)
        self.thread = await self.box.until(lambda: self.lobby.thread, LONG)

    def _expected(self) -> list[str]:
        done = record(self.database, self.lobby.id)
        steps = zip((entry.action for entry in done), unfold(self.lobby.id, done), strict=True)
        keys = ((post.key, post.seq) for found in posts_of_actions(steps) for post in found if post.channel is None)
        touches = list(keys)
        newest = dict(touches)
        standing = self.standing(self.thread)
        there = (key for key, _ in touches if newest[key] > self.removed_at or key in standing)
        return list(dict.fromkeys(there))

    def _plays(self) -> Counter[tuple[str, str]]:
        """Return how often each person made each play (hand and number) by a press of their own."""
        done = record(self.database, self.lobby.id)
        tables = list(unfold(self.lobby.id, done))
        found: Counter[tuple[str, str]] = Counter()
        for before, entry in zip(tables, done[1:], strict=False):
            action = entry.action
            if isinstance(action, actions.TakeTurn) and action.by is not None:
                name = self.company[action.seat].person.name
                found[name, "{}.{}".format(*present_play(before, action.seat))] += 1
        return found

    def _made(self, player: Player) -> int:
        """The number of a player's plays by presses of their own."""
        return sum(count for (name, _), count in self._plays().items() if name == player.person.name)

    def _hands_are_new(self) -> bool:
        """Return whether the hand of the person to play has buttons for that play. False if none is due."""
        table = self.table
        if table.phase is Phase.OVER:
            return True
        if table.turn is None or table.turn >= len(self.company):
            return False
        hand = self.company[table.turn].hand
        wanted = "{}.{}".format(*present_play(table, table.turn))
        turns = {way.turn for way in play_buttons(hand)} | {way.turn for way in moves(hand)} if hand else set()
        return wanted in turns

    def _no_card_for_others(self) -> None:
        table = self.table
        if table.turn is None:
            return
        for seat, player in enumerate(self.company):
            _, unfit = shown_cards(self.box, player.person, table, seat)
            assert not unfit, f"{player.person.name} was sent {unfit}"


def elsewhere(person: Person) -> list[Message]:
    """The direct messages that only say that a person plays from a private hand."""
    return [one for one in person.dms if not one.ephemeral and is_elsewhere(one)]


async def bring_back(box: Sandbox, person: Person) -> None:
    """Let a person who has played in private have the hand in the direct message again."""
    for message in elsewhere(person):
        await person.press(message, "My hand")
        await box.until(lambda: not is_elsewhere(message), LONG)  # noqa: B023


def pressable(hand: Message | None) -> list[str]:
    """The custom_ids in a hand, which change when it is redrawn after a play."""
    return [part["custom_id"] for part in components.pressable(hand.components)] if hand else []


async def played_table(
    box: Sandbox,
    database: Path,
    names: str = "You Aja Malik Ivalu",
    seats: int = 4,
    closed: str = "",
    patience: float = LONG,
    pace: str = "",
    game: str = "Voormsi",
) -> PlayedTable:
    """A table with these people in the order of their seats, with its first hand dealt and shown to all.

    `closed` names those with closed DMs. `patience`: the seconds to wait for the hands; above the usual value the loop
    runs faster. `pace`: the table's pace; "" for the usual one.
    """
    people: Sequence[Person] = [box.person(name) for name in names.split()]
    lobby = await seated(box, people, seats, game=game)
    if pace:
        await _paced(lobby, people[0], pace)
    for person in people:
        person.open_page()
        if person.name in closed.split():
            person.close_dms()
    company = players(box, lobby, people)
    reached = [player for player in company if player.person.dms_open]
    assert (await lobby.press(people[0], "Play now")).status in PLAYED
    with accelerated_waits() if patience > LONG else nullcontext():
        thread = await box.until(lambda: lobby.thread, patience)
        await box.until(
            lambda: all(player.hand for player in reached) and posts(thread, people[0], ", trick "), patience
        )
    return PlayedTable(box, database, lobby, thread, company)


async def _paced(lobby: Lobby, person: Person, pace: str) -> None:
    terms = (await lobby.press(person, "Pace…")).message
    assert terms
    await person.select(terms, [pace], custom_id=f"v1:term:{lobby.id}:pace")
