"""Scenes: everything that one message shows, for one audience.

A scene is built from a *view* (RULES §12), never from a game's state, and holds nothing that its audience may not know.
`bot.presentation.layouts` turns scenes into Discord's components; the publisher compares scenes to find out what
changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import NamedTuple

from bot.members.preferences import GuildPreferences, Preferences
from bot.members.profiles import Period, Profile
from bot.presentation.lessons.exercises import Exercise
from bot.tables.queued_plays import CONDITIONS
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.table import Feat, HandResult
from bot.tables.tenures import PlayPlace
from bot.texts.agreement import Agreement
from bot.texts.examples import Example
from rules import registry
from rules.core.capabilities import Beaten, Considered
from rules.core.cards import Card
from rules.core.contract import Event, Fact, Group, Outcome, Play, PlayAccount, TrickAccount, View

MOST_TRICKS = 1_000
"""More tricks than a hand of any game has."""
NEW_HERE = "new-here"
"""The hint that leads to the introduction to a game; a verb, too."""


class Scene:
    """Everything that one message shows, for one audience."""

    __slots__ = ()


class PastHolder(NamedTuple):
    """Somebody who held a seat from the play `since` on, up to that before `until`."""

    seat: int
    since: PlayPlace
    until: PlayPlace
    holder: SeatHolder


@dataclass(frozen=True, slots=True)
class TableContext:
    """The facts about a table that all its scenes need."""

    table: int
    name: str
    game: str
    holders: tuple[SeatHolder, ...]
    options: Mapping[str, str]
    link: str
    """The URL of the table's thread (or channel), "" before it starts."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """The time for a play and what happens at the deadline (`bot.tables.table_terms`)."""
    of_cup: bool = False
    """True if it belongs to a match of a cup."""
    cup_pause: str | None = None
    """Why the organisers have paused the table's cup, "" if that is not told; None: its cup does not pause it."""
    past: tuple[PastHolder, ...] = ()
    """Those who held a seat before its present holder."""

    def player(self, seat: int, place: PlayPlace) -> SeatHolder:
        """Return who held a seat when a play was made."""
        then = (one.holder for one in self.past if one.seat == seat and one.since <= place < one.until)
        return next(then, self.holders[seat])

    def played(self, seat: int, place: PlayPlace) -> tuple[SeatHolder, ...]:
        """Return the holders, for one seat with who held it when a play was made."""
        return (*self.holders[:seat], self.player(seat, place), *self.holders[seat + 1 :])

    def at_end(self, hand: int) -> TableContext:
        """Return the context with those who held the seats when a hand ended."""
        last = PlayPlace(hand, MOST_TRICKS)
        return self if not self.past else self._with(self.player(seat, last) for seat in range(len(self.holders)))

    def _with(self, holders: Iterable[SeatHolder]) -> TableContext:
        found = tuple(holders)
        return self if found == self.holders else replace(self, holders=found)

    def at_trick(self, hand: int, trick: int, seats: Iterable[int]) -> TableContext:
        """Return the context with those who made the plays of a trick; `seats`: of these plays, in order."""
        if not self.past:
            return self
        holders = list(self.holders)
        for number, seat in enumerate(seats):
            holders[seat] = self.player(seat, PlayPlace(hand, trick, number))
        return self._with(holders)


@dataclass(frozen=True, slots=True)
class DealtScene(Scene):
    """The start of a hand: the cut (first hand of a rubber), the dealer, the code that was posted before it.

    `link`: to the post; "" at a table that is older than chains, whose code is of this deal alone.
    """

    head: TableContext
    view: View
    code: str
    link: str


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
    paused: bool = False
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
    moved: tuple[tuple[int, str], ...] = ()
    """The other moves that were made automatically since the trick before: (seat, reason)."""


class FinishedTrick(NamedTuple):
    """A finished trick of a hand, with the events before it and the plays that were made automatically."""

    account: TrickAccount
    events: tuple[Event, ...]
    marked: tuple[tuple[int, str], ...]
    moved: tuple[tuple[int, str], ...] = ()
    """As in `TrickScene`."""


@dataclass(frozen=True, slots=True)
class LadderScene(Scene):
    """The ladders; after a booking, `account` is the trick (or the end of the hand) that caused it."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    target: int | None
    account: TrickAccount | None
    hand_number: int
    way: tuple[tuple[int, ...], ...] = ()
    """The scores after each finished hand."""
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber so far."""


@dataclass(frozen=True, slots=True)
class SummaryScene(Scene):
    """The end of a hand."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    result: HandResult
    goes_on: bool
    """True if another hand is dealt; if not, the rubber is over."""
    opened: bool = False
    """True if the hand is laid open: the picture shows the cards of all seats, not the score."""
    way: tuple[tuple[int, ...], ...] = ()
    """The scores after each hand up to this one."""
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber up to this hand."""


@dataclass(frozen=True, slots=True)
class TableScene(Scene):
    """The message of a hand in the table's thread: its finished tricks, and the trick in play or the hand's result."""

    head: TableContext
    hand_number: int
    tricks: tuple[FinishedTrick, ...]
    trick: TrickScene | None
    """None once the hand is over."""
    result: SummaryScene | None = None


@dataclass(frozen=True, slots=True)
class ResultScene(Scene):
    """The end of a rubber: who won, why, and the scores after each hand (`way`)."""

    head: TableContext
    sides: tuple[tuple[int, ...], ...]
    target: int | None
    outcome: Outcome
    scores: tuple[int, ...]
    way: tuple[tuple[int, ...], ...]
    feats: tuple[Feat, ...] = ()
    """The feats of the rubber."""
    last: TrickAccount | None = None
    """The trick that decided the rubber; None if it ended otherwise."""
    seat: int | None = None
    """The seat of the player in whose DM it is; None in public."""


@dataclass(frozen=True, slots=True)
class ResultShareScene(Scene):
    """The result of a rubber as a line to copy, private; for the holder of `seat`, or for a spectator (None).

    `since`: the first hand in which the holder had the seat; the hands before it are not theirs.
    """

    result: ResultScene
    seat: int | None
    since: int = 1


@dataclass(frozen=True, slots=True)
class NoticeScene(Scene):
    """One sentence in the table's thread, such as that somebody resigned or that the table was closed."""

    head: TableContext
    what: Fact


@dataclass(frozen=True, slots=True)
class ProposalScene(Scene):
    """A proposal to everybody seated or to the other side: who has agreed, and its result."""

    head: TableContext
    what: str
    """`pause`, `pace` or `seat`."""
    value: str
    """The pace, or the seat that somebody would like to take.

    For a pause during somebody's absence: its end (ms since the epoch); for other pauses "".
    """
    by: SeatHolder
    agreed: tuple[SeatHolder, ...]
    asked: tuple[SeatHolder, ...]
    """The people who have not answered yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: SeatHolder
    """The person who answered last."""
    until: int
    """The time when silence counts as consent, seconds since the epoch."""
    stands: int | None = None
    """The latest time at which the clock starts again, seconds since the epoch; 0: it runs; None: there is no clock."""
    seq: int = 0
    """The number of the record's entry with the proposal, which its buttons refer to."""


@dataclass(frozen=True, slots=True)
class CallScene(Scene):
    """A mention in the thread, for a person whose DMs are closed and whose turn it is."""

    head: TableContext
    seat: int
    deadline: int | None = None
    """The deadline of the play, seconds since the epoch."""


class Reminded(NamedTuple):
    """A play that a person owes at a table, with its deadline (seconds since the epoch).

    `last`: whether everybody else has played to the trick.
    """

    head: TableContext
    seat: int
    deadline: int
    last: bool


@dataclass(frozen=True, slots=True)
class ReminderScene(Scene):
    """All plays of which one person is reminded, in a DM, the soonest deadline first."""

    table: int
    """The table that the post belongs to."""
    lines: tuple[Reminded, ...]


@dataclass(frozen=True, slots=True)
class MentionScene(Scene):
    """A reminder of one play in the table's thread; it mentions the person who owes it."""

    line: Reminded


class QueuedPlay(NamedTuple):
    """A play queued before its turn. SECRET. `condition`: `any`, `lead` or `follow`."""

    condition: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandScene(Scene):
    """A seat's own hand, in a DM or an ephemeral answer, with everything needed to play from it.

    `notes` are at the top (a refusal, that a play was made, that DMs are closed); `dm`: whether the message is a DM.
    The trick in play is in `now` if there is one, else in `view`; the one before it in `last`.
    """

    head: TableContext
    view: View
    dm: bool
    notes: tuple[Fact, ...] = ()
    last: TrickAccount | None = None
    deadline: int | None = None
    """The deadline of the seat's play, seconds since the epoch; None while others are to play."""
    queued: tuple[QueuedPlay, ...] = ()
    """The plays queued for the next turn."""
    failed: tuple[QueuedPlay, ...] = ()
    """Queued plays that were not made, for this turn or for one in which the play was made automatically."""
    paused: bool = False
    """True if the table is paused; always False in a DM while others are to play."""
    ended: SummaryScene | None = None
    """The result of the hand, from its end to the next deal."""
    last_card: bool = False
    """True if it is the turn of this seat's last card, which plays itself in a moment."""
    before: SummaryScene | None = None
    """The result of the hand before, until this seat's first play."""
    taking: tuple[Card, ...] | None = None
    """The cards in plays that would take the trick now; None if it is not this seat's turn to follow."""
    hints: tuple[str, ...] = ()
    """Hints for a newcomer, given here and never again: `NEW_HERE`, or words of the game (`<game>.hint.<word>`)."""
    now: View | None = None
    """In a DM, while others are to play: the table as it is. `view` has nothing of it that their plays change."""

    def own(self) -> HandScene:
        """The hand without what changes with the plays of others, while they are to play."""
        return self if self.now is None else replace(self, now=None, last=None)


@dataclass(frozen=True, slots=True)
class HandHelpScene(Scene):
    """Questions of a player, private. `waits`: others are to play, so that one may play ahead."""

    head: TableContext
    waits: bool


@dataclass(frozen=True, slots=True)
class AheadScene(Scene):
    """Plays for the seat's next turn, private: the queued ones, and the cards chosen for another one."""

    head: TableContext
    view: View
    """The view of the seat that asks."""
    queued: tuple[QueuedPlay, ...] = ()
    chosen: tuple[Card, ...] = ()
    conditions: tuple[str, ...] = CONDITIONS
    """Those that the seat's next play can meet."""


@dataclass(frozen=True, slots=True)
class ConfirmScene(Scene):
    """The question whether to play these cards; it replaces the hand from which they were chosen, and is as private."""

    head: TableContext
    view: View
    """The view of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """The effect of the cards now; they may be played."""


@dataclass(frozen=True, slots=True)
class MayScene(Scene):
    """A question before a play, private: a hand to choose from and, once asked, `cards` with the answer in
    `considered`.
    """

    head: TableContext
    view: View
    """The view of the seat that asks."""
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None


@dataclass(frozen=True, slots=True)
class BeatsScene(Scene):
    """The cards that beat the heading play; `heading` is None before a lead."""

    head: TableContext
    heading: Play | None
    beaten: tuple[Beaten, ...]
    """One entry for each card of the heading play, strongest first."""
    turn: int | None
    """The seat to play next; what is said holds for that play."""
    seat: int | None = None
    """The seat of the person who asks; None for a spectator."""
    hand: tuple[Card, ...] = ()
    """The cards of the person who asks, marked in their answer only."""
    order: tuple[Group, ...] = ()
    """The order of the hand."""

    @property
    def groups(self) -> tuple[Group, ...]:
        """The cards from the strongest down, in this hand."""
        return self.order or registry.game(self.head.game).order


@dataclass(frozen=True, slots=True)
class WordScene(Scene):
    """A sentence in a private answer: what was done, or why it was not done."""

    what: Fact
    head: TableContext | None = None


@dataclass(frozen=True, slots=True)
class AskScene(Scene):
    """The question "Are you sure?", private, before something at a table.

    `verb`, `argument`: of the custom_id for yes.
    """

    head: TableContext
    what: Fact
    verb: str
    argument: str = ""


@dataclass(frozen=True, slots=True)
class WhyScene(Scene):
    """The last finished trick with the reasons, play by play; `account` is None before the first."""

    head: TableContext
    account: TrickAccount | None


@dataclass(frozen=True, slots=True)
class MoreScene(Scene):
    """The further actions at a running table, private to the person who asked."""

    head: TableContext
    seated: bool
    may_close: bool
    paused: bool = False
    open_seats: tuple[int, ...] = ()
    """The seats that the person may take."""


@dataclass(frozen=True, slots=True)
class LobbyMoreScene(Scene):
    """The further actions in a lobby, private to the person who asked."""

    head: TableContext
    seated: bool
    opener: bool
    may_close: bool


class Waiting(NamedTuple):
    """A line of /mytables."""

    head: TableContext
    stage: str
    my_turn: bool
    turn: SeatHolder | None
    due_at: int | None
    guild: str
    paused: bool = False


@dataclass(frozen=True, slots=True)
class MyTablesScene(Scene):
    """The tables of one person, in the order in which they are listed; `page` counts from 0."""

    lines: tuple[Waiting, ...]
    page: int = 0


class TableWithRoom(NamedTuple):
    """A line of /tables: a lobby (`seats` are free), or a table in play of which the person may take one of `seats`."""

    head: TableContext
    seats: tuple[int, ...]
    channel: int
    """The id of the channel or thread that shows the table."""
    playing: bool
    language: str
    """The language of its public messages, as a code."""
    is_invited: bool = False
    """True if one of the seats is kept for the person who asks."""


@dataclass(frozen=True, slots=True)
class TablesScene(Scene):
    """The tables of a server with a free seat for the person who asks; `page` counts from 0."""

    lines: tuple[TableWithRoom, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class RanksScene(Scene):
    """The order of the cards. The cards of `hand`, the reader's own, are marked (private answers only).

    `table`: a table where a rubber is in play, for a button to what beats the heading play there.
    """

    hand: tuple[Card, ...] = ()
    game: str = registry.USUAL
    table: int | None = None
    order: tuple[Group, ...] = ()
    """The order of the hand that is played there; empty: none is."""
    at: Agreement | None = None
    """The terms of the table, if it is asked for there."""

    @property
    def agreement(self) -> Agreement:
        """The terms of the table, else the usual ones."""
        return self.at or Agreement.usual(self.game)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The cards from the strongest down, in this hand or before one."""
        return self.order or self.agreement.order


@dataclass(frozen=True, slots=True)
class RulesScene(Scene):
    """A page (from 0) of a topic of the rules; "" shows the list of topics, and an unknown topic is reported."""

    topic: str
    page: int = 0
    shown: tuple[Example, ...] = ()
    """The examples in the picture of the page, row by row; empty: no picture."""
    game: str = registry.USUAL
    table: int | None = None
    """The table where it is asked for, for buttons and the menu to stay there."""
    at: Agreement | None = None
    """The terms of that table; its options that are not the usual ones are named."""


@dataclass(frozen=True, slots=True)
class LobbyScene(Scene):
    """The message in the channel: seats, options and buttons; once started or closed, the state of the table."""

    head: TableContext
    opener: SeatHolder
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    closed: Fact | None
    """The reason why the table was closed."""
    closes_at: int | None
    """The time when the lobby closes by itself, seconds since the epoch."""
    mention: int | None = None
    """The role that is told of the table."""
    result: ResultScene | None = None
    """The end of the rubber."""
    private: bool = False


@dataclass(frozen=True, slots=True)
class InvitationScene(Scene):
    """A person's invitation to a lobby, in a DM or, with a `mention`, in the table's channel; then how it ended."""

    head: TableContext
    by: SeatHolder
    person: SeatHolder
    state: str
    """`open`, `joined`, `declined` or `over`."""
    until: int | None
    """Until when the seat is kept, seconds since the epoch; None: as long as the lobby is open."""
    mention: bool = False

    @property
    def is_open(self) -> bool:
        return self.state == "open"


@dataclass(frozen=True, slots=True)
class InviteScene(Scene):
    """A menu of the people for whom a lobby keeps seats, private to who opened it. `invited`: Discord ids."""

    head: TableContext
    invited: tuple[int, ...]
    most: int
    """The most seats that can be kept."""
    private: bool = False
    """True if nobody else may join, so that the seats are kept as long as the lobby is open."""


@dataclass(frozen=True, slots=True)
class OptionsScene(Scene):
    """The options of a lobby, private to the person who may change them: a menu for each, and the number of seats.

    `rare`: the second page, with the options for rare cases.
    """

    head: TableContext
    seat_counts: tuple[int, ...]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Those of this page."""
    rare: bool = False


@dataclass(frozen=True, slots=True)
class TermsScene(Scene):
    """The terms of a table, private to the person who may change them: a menu for each."""

    head: TableContext
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """The server's own paces: pace as written -> name."""


@dataclass(frozen=True, slots=True)
class SeatScene(Scene):
    """The seats to take (partners sit opposite), private to the person who asked; with `remove`, people to remove."""

    head: TableContext
    remove: bool = False


class ReplayedTrick(NamedTuple):
    """A finished trick of a replayed hand: its number, the step that finished it, the play that won it, its index.

    `won` is None if the rubber ended in the middle of the trick.
    """

    number: int
    step: int
    won: PlayAccount | None
    nth: int = 0


@dataclass(frozen=True, slots=True)
class ReplayScene(Scene):
    """One step of a replayed hand, in a private answer: step 0 is the deal, step n the n-th play.

    While the hand is in play (`is_over` is False), the scene has only what everybody saw of its finished tricks.
    """

    head: TableContext
    hand_number: int
    is_over: bool
    number: int
    """The number of the trick."""
    view: View
    """The public view at that step; after a trick's last play, hands have been filled up for the next one."""
    plays: tuple[PlayAccount, ...]
    """The plays of the trick so far."""
    account: TrickAccount | None
    """The account of the trick, if this step finished it."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands at that step, strongest card first; empty while the hand is in play."""
    drawn: tuple[tuple[Card, ...], ...]
    """The cards that each seat has just drawn, in order; empty while the hand is in play."""
    step: int
    steps: int
    """The number of the last step."""
    tricks: tuple[ReplayedTrick, ...]
    hands_dealt: int
    """The number of hands dealt at the table."""


@dataclass(frozen=True, slots=True)
class NewHereScene(Scene):
    """A game in a minute, private: its aim, its order and its points, then what to do next."""

    game: str
    shown: tuple[Example, ...]
    """The examples in the picture, as in `RulesScene`."""
    best_first: tuple[tuple[Card, ...], ...]
    """The groups of cards that have a fixed place, strongest first."""
    target: int | None
    """The points that win exactly; None if the game has no such number."""
    over: int | None
    """The score one point beyond the target, and (`back`) what it counts as."""
    back: int | None
    lesson: str
    """The name of the first lesson, "" if the game has none."""
    head: TableContext | None = None
    """The table from which the person comes."""
    then: str = ""
    """The verb of the button *Just play* there: `join`, `fill` or `hand`; "": it opens a table."""


class LessonLine(NamedTuple):
    """A lesson in the list: its name, how many of its exercises the person has solved, and how many there are."""

    name: str
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class LessonsScene(Scene):
    """The lessons of a game, easiest first; private."""

    game: str
    lessons: tuple[LessonLine, ...]
    daily: bool = True
    """True if the game has daily tricks."""


@dataclass(frozen=True, slots=True)
class LessonScene(Scene):
    """A lesson before its exercises or (`finished`) after them; private."""

    game: str
    name: str
    topic: str
    """The topic of the rules page."""
    done: int
    count: int
    next: int | None
    """The number of the first exercise that is not solved; None if all are."""
    following: str
    """The name of the next lesson, "" after the last."""
    finished: bool = False
    shown: tuple[Example, ...] = ()
    """The examples in the picture, row by row, as in `RulesScene`."""


@dataclass(frozen=True, slots=True)
class ExerciseScene(Scene):
    """An exercise of a lesson, private; with `said` (index of a choice), the answer given and the right one."""

    exercise: Exercise
    lesson: str
    topic: str
    """The topic of the rules page that explains it."""
    number: int
    count: int
    said: int | None = None


class Tally(NamedTuple):
    """The number of times that each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """The share of answers that made this choice, in percent."""
        return round(100 * self.answers[choice] / max(1, self.total))


class DailyRun(NamedTuple):
    """A person's daily tricks up to a day: the days in a row answered, those answered right, and the last seven days.

    A day of `week` is None if its trick was not answered.
    """

    streak: int = 0
    right: int = 0
    week: tuple[bool | None, ...] = ()


@dataclass(frozen=True, slots=True)
class DailyScene(Scene):
    """The daily trick for one person, before the answer or (`said`, index of a choice, and `tally`) after it.

    `over`: whether the day is past and answers no longer count. `run`: the person's tricks up to that day, if their
    answer counts.
    """

    exercise: Exercise
    topic: str
    day: date
    over: bool = False
    said: int | None = None
    tally: Tally | None = None
    run: DailyRun | None = None


@dataclass(frozen=True, slots=True)
class DailyShareScene(Scene):
    """A person's result in the daily trick, to copy: it does not tell the answer."""

    day: date
    right: bool
    percent: int
    """The share of right answers among all."""
    run: DailyRun
    game: str = registry.USUAL


@dataclass(frozen=True, slots=True)
class DailyPostScene(Scene):
    """The daily trick as a post in a channel, without its answer, and the result of the day before."""

    exercise: Exercise
    day: date
    before: Exercise | None = None
    tally: Tally | None = None
    """The answers of the day before."""


def head_of(exercise: Exercise) -> TableContext:
    """The context of an exercise's table, which is no real one: nothing can be done there."""
    holders = tuple(SeatHolder(Holder.PERSON, name) for name in exercise.players)
    return TableContext(0, "", exercise.game, holders, exercise.options, "")


@dataclass(frozen=True, slots=True)
class SettingsScene(Scene):
    """A person's preferences, private to them, on two pages: a menu for each but the quiet hours."""

    preferences: Preferences
    play: bool = False
    """True if this is the page about playing; the other one is about language and cards."""


@dataclass(frozen=True, slots=True)
class QuietScene(Scene):
    """A person's quiet hours, without reminders, private to them; `now` in seconds since the epoch."""

    preferences: Preferences
    now: int


@dataclass(frozen=True, slots=True)
class ServerSettingsScene(Scene):
    """A page of a server's preferences, private to those who may manage it; shown there, for its channels and roles."""

    guild: str
    """The name of the server."""
    preferences: GuildPreferences
    tables: bool = False
    """True for the page about how tables run."""
    silent: bool = False
    """True if the bot may not mention the role that is chosen for new tables."""
    named: tuple[int, ...] = ()
    """The Discord ids of the people who organise by name."""


@dataclass(frozen=True, slots=True)
class WelcomeScene(Scene):
    """The bot's first message in a server, for everybody there."""

    game: str


class BanLine(NamedTuple):
    """A ban: of whom and by whom ("" for erased people), and when, seconds since the epoch. `hashed` names it."""

    hashed: str
    name: str
    reason: str
    organiser: str
    at: int


@dataclass(frozen=True, slots=True)
class BansScene(Scene):
    """A page of the people who are banned from a server's tables, private to its organisers; counted from 0."""

    guild: str
    lines: tuple[BanLine, ...]
    page: int = 0
    pages: int = 1


class ActLine(NamedTuple):
    """An organiser's act and its time (seconds since the epoch); the fields are those of `ActRow`, with names.

    A name is "" for an erased person, and where it is about nobody.
    """

    at: int
    organiser: str
    kind: str
    person: str
    table: str
    about: str


@dataclass(frozen=True, slots=True)
class ActsScene(Scene):
    """The last acts of a server's organisers, private to them, the newest first. `days`: for how long they are kept."""

    guild: str
    lines: tuple[ActLine, ...]
    days: int


@dataclass(frozen=True, slots=True)
class ResetScene(Scene):
    """The question "Are you sure?", before all preferences of a person go back to their defaults."""


class RatingLine(NamedTuple):
    """A person's rating at tables of one size. `games`: against people so far; it is settled after `needed`."""

    size: int
    points: int
    games: int
    needed: int


@dataclass(frozen=True, slots=True)
class ProfileScene(Scene):
    """A person's profile, private to whoever asks: their rubbers in the server where it is asked, or in all."""

    game: str
    name: str
    discord_id: int
    profile: Profile
    days: int
    """The days in a row on which the person has answered the daily trick."""
    guild: str | None
    """The name of the server; None: the rubbers in all servers."""
    has_more: bool = True
    """True if one can change between the server and all: it is asked in one, about somebody who has used the bot."""
    ratings: tuple[RatingLine, ...] = ()
    """In that server; across all for who wants that."""
    reliability: int = 0
    """The share of plays in time, in percent."""


class StandingLine(NamedTuple):
    """A person in the standings; `place` counts from 1, and equal results share one."""

    place: int
    name: str
    won: int
    played: int
    hands: int
    own: bool = False
    """True for the person who asks."""


@dataclass(frozen=True, slots=True)
class StandingsScene(Scene):
    """A page of a server's standings, private to whoever asks."""

    game: str
    guild: str
    """The name of the server."""
    period: Period
    size: int | None
    """The number of seats of the tables that count; None: any."""
    hands: int
    """The hands that a person must have played to stand here."""
    lines: tuple[StandingLine, ...]
    page: int = 0
    pages: int = 1
    mine: StandingLine | None = None
    """The person who asks, if they stand on another page."""


class BlockedPerson(NamedTuple):
    discord_id: int
    name: str


@dataclass(frozen=True, slots=True)
class BlocksScene(Scene):
    """The people whom a person has blocked, private to them; `done`: what was just changed."""

    blocked: tuple[BlockedPerson, ...]
    done: Fact | None = None


@dataclass(frozen=True, slots=True)
class PrivacyScene(Scene):
    """The stored data about people: its purpose, how long it is kept, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene(Scene):
    """The question "Are you sure?", before everything stored about the person is erased."""


def agreement_of(head: TableContext) -> Agreement:
    """The terms of a table."""
    return Agreement(head.game, head.options, len(head.holders))
