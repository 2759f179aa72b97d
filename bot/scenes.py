"""Scenes: everything that one message shows, for one audience.

A scene is built from a *view* (RULES §12), never from a game's state, and holds nothing that its audience may not know.
`bot.layouts` turns scenes into Discord's components; the publisher compares scenes to know what has changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from bot.lessons.exercises import Exercise
from bot.texts.examples import Example
from bot.wishes import ServerWishes, Wishes
from rules import registry
from rules.cards import Card
from rules.game import Beaten, Considered, Fact, Outcome, Play, PlayAccount, TrickAccount, View


class Holder(StrEnum):
    """What kind of holder a seat has."""

    PERSON = "person"
    COMPUTER = "computer"
    EMPTY = "empty"


class Sitter(NamedTuple):
    """Who holds a seat. `name` is plain text (a person's display name); `discord_id` is for mentions, None without one.

    `was` is the name of the person whose seat a computer took over, "" otherwise. `open`: anybody may take it.
    `away`: until when the person is away, seconds since the epoch.
    """

    kind: Holder
    name: str = ""
    discord_id: int | None = None
    was: str = ""
    open: bool = False
    away: int | None = None

    @property
    def erased(self) -> bool:
        """Whether nobody is behind the key of this person any more."""
        return self.kind is Holder.PERSON and not self.name and self.discord_id is None


EMPTY = Sitter(Holder.EMPTY)


@dataclass(frozen=True, slots=True)
class Head:
    """What every scene of a table starts from."""

    table: int
    name: str
    game: str
    sitters: tuple[Sitter, ...]
    options: Mapping[str, str]
    link: str
    """Where the table is shown: the address of its thread (or channel), "" before it starts."""
    terms: Mapping[str, str] = field(default_factory=dict)
    """How long a play may take and what becomes of who lets it pass (`bot.tables.terms`)."""


@dataclass(frozen=True, slots=True)
class LobbyScene:
    """The card in the channel: seats, options, buttons; or, once started or closed, what became of it."""

    head: Head
    opener: Sitter
    stage: str
    """`lobby`, `playing`, `over` or `closed`."""
    closed: Fact | None
    """Why it was closed."""
    seat_counts: tuple[int, ...]
    """How many seats the game allows."""
    closes_at: int | None
    """When it closes by itself, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class DealtScene:
    """The start of a hand: the cut (first hand of a rubber), the dealer, the proof's digest."""

    head: Head
    view: View
    digest: str


@dataclass(frozen=True, slots=True)
class TrickScene:
    """A trick as it grows (`account` None: read `view`), or what became of it (`account`; `view` is then None)."""

    head: Head
    hand_number: int
    number: int
    view: View | None
    account: TrickAccount | None
    marked: tuple[tuple[int, str], ...] = ()
    """Of plays that nobody pressed: (index in the trick, how it came about: `absent`, `away`, `forced`, `queued`)."""
    deadline: int | None = None
    """Until when the play that is waited for may take, seconds since the epoch."""
    paused: bool = False
    closes_at: int | None = None
    """When the table closes because only computers are left, seconds since the epoch; None: people are there."""
    ended: str = ""
    """`over` or `closed`: nobody plays on, although the trick is not finished."""


@dataclass(frozen=True, slots=True)
class LadderScene:
    """The ladders; after a booking with what was booked by the trick (or the end of the hand) in `account`."""

    head: Head
    sides: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    waiting: tuple[int, ...]
    target: int
    account: TrickAccount | None
    hand_number: int


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand: what everybody was dealt and drew, units and scores by side, the proof laid open."""

    number: int
    dealer: int
    dealt: tuple[tuple[Card, ...], ...]
    units: tuple[int, ...]
    void: bool
    scores_before: tuple[int, ...]
    scores: tuple[int, ...]
    deck: tuple[Card, ...]
    salt: str
    digest: str


@dataclass(frozen=True, slots=True)
class SummaryScene:
    """The end of a hand."""

    head: Head
    sides: tuple[tuple[int, ...], ...]
    target: int
    result: HandResult
    goes_on: bool
    """Is another hand dealt, or is the rubber over?"""


@dataclass(frozen=True, slots=True)
class ResultScene:
    """The end of a rubber: who won, why, and the way there (scores after each hand)."""

    head: Head
    sides: tuple[tuple[int, ...], ...]
    target: int
    outcome: Outcome
    scores: tuple[int, ...]
    way: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class NoticeScene:
    """One sentence in the table's thread: somebody resigned, the table was closed."""

    head: Head
    what: Fact


@dataclass(frozen=True, slots=True)
class ProposalScene:
    """What somebody proposes to all who sit there, who has agreed, and what became of it."""

    head: Head
    what: str
    """`pause` or `pace`."""
    value: str
    """The pace; of a pause, until when (ms since the epoch) it is for somebody's absence, "" otherwise."""
    by: Sitter
    agreed: tuple[Sitter, ...]
    asked: tuple[Sitter, ...]
    """Those who have not said anything yet."""
    answered: str
    """`open`, `granted`, `refused` or `dropped`."""
    last: Sitter
    """Who spoke last."""
    until: int
    """When silence has become consent, seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class CallScene:
    """A mention in the thread, for a person whose DMs are closed and whose turn it is."""

    head: Head
    seat: int
    deadline: int | None = None
    """Until when the play may take, seconds since the epoch."""


class Reminded(NamedTuple):
    """A play that a person owes: at which table, until when (seconds since the epoch).

    `last`: everybody else has played to the trick.
    """

    head: Head
    seat: int
    deadline: int
    last: bool


@dataclass(frozen=True, slots=True)
class ReminderScene:
    """All plays of which one person is reminded at once, in a DM, the soonest deadline first."""

    table: int
    """The one whose post this is."""
    lines: tuple[Reminded, ...]


@dataclass(frozen=True, slots=True)
class MentionScene:
    """A reminder of one play, in the table's thread: it mentions who owes it."""

    line: Reminded


class Laid(NamedTuple):
    """A play laid down before its turn. SECRET. `condition`: `any`, `lead` or `follow`."""

    condition: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandScene:
    """A seat's own hand, in its DM or in an ephemeral answer, with everything needed to play from it.

    `notes` are said on top (a refusal, that it was played, that DMs are closed); `dm` tells where it stands.
    The trick in progress is in `view`, and how the one before it ended in `last`; layouts show both when it is this
    seat's turn or when `dm` is False.
    """

    head: Head
    view: View
    dm: bool
    notes: tuple[Fact, ...] = ()
    last: TrickAccount | None = None
    deadline: int | None = None
    """Until when the seat's play may take, seconds since the epoch; None while others are to play."""
    laid: tuple[Laid, ...] = ()
    """What the seat's person has laid down for the next turn."""
    failed: tuple[tuple[Card, ...], ...] = ()
    """What had been laid down for this turn and could not be played."""


@dataclass(frozen=True, slots=True)
class AheadScene:
    """Plays for one's next turn, private: what is laid down, a menu of one's cards, then when they are to be played."""

    head: Head
    view: View
    """Of the seat that asks."""
    laid: tuple[Laid, ...] = ()
    chosen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class ConfirmScene:
    """Are you sure to play these cards? In place of the hand from which they were chosen, and as private."""

    head: Head
    view: View
    """Of the seat that would play."""
    cards: tuple[Card, ...]
    considered: Considered
    """What they would do now; they may be played."""


@dataclass(frozen=True, slots=True)
class WhyScene:
    """Why the last finished trick went as it did, play by play; None: there is none yet."""

    head: Head
    account: TrickAccount | None


class Waiting(NamedTuple):
    """A line of /mytables."""

    head: Head
    stage: str
    my_turn: bool
    turn: Sitter | None
    due_at: int | None
    guild: str
    paused: bool = False


@dataclass(frozen=True, slots=True)
class MyTablesScene:
    """Everything that waits for one person, in the order in which it is told; `page` counts from 0."""

    lines: tuple[Waiting, ...]
    page: int = 0


@dataclass(frozen=True, slots=True)
class RanksScene:
    """The order of the cards. With `hand`, one's own cards are marked (private answers only).

    `table`: where a rubber is played now, so that one can ask what beats the play that heads there.
    """

    hand: tuple[Card, ...] = ()
    game: str = registry.USUAL
    table: int | None = None


@dataclass(frozen=True, slots=True)
class MayScene:
    """May I play this? One's cards to choose from; with `considered`, whether `cards` may be played, and what then."""

    head: Head
    view: View
    """Of the seat that asks."""
    cards: tuple[Card, ...] = ()
    considered: Considered | None = None


@dataclass(frozen=True, slots=True)
class BeatsScene:
    """What beats the play that heads the trick now. Without a play (None), nothing has been led yet."""

    head: Head
    heading: Play | None
    beaten: tuple[Beaten, ...]
    """One for each card of the heading play, strongest first."""
    turn: int | None
    """Who plays next: what is told holds for that play."""
    seat: int | None = None
    """The seat of who asks; None for who only watches."""
    hand: tuple[Card, ...] = ()
    """The cards of who asks, to be marked for nobody else."""


class ReplayedTrick(NamedTuple):
    """A finished trick of a hand that is looked at again: its number, the step that finished it, the play that won it.

    `won` is None where the rubber ended in the middle of the trick.
    """

    number: int
    step: int
    won: PlayAccount | None


@dataclass(frozen=True, slots=True)
class ReplayScene:
    """One step of a hand that is looked at again, in a private answer: step 0 is the deal, step n the n-th play.

    Of a hand that is not over (`is_over`) nothing is here but what everybody saw of its finished tricks.
    """

    head: Head
    hand_number: int
    is_over: bool
    number: int
    """Of the trick."""
    view: View
    """What everybody saw then; after a trick's last play with hands that are filled up for the next one."""
    plays: tuple[PlayAccount, ...]
    """Of the trick so far."""
    account: TrickAccount | None
    """What the trick did, once it is finished."""
    hands: tuple[tuple[Card, ...], ...]
    """All hands as they were then, strongest card first; empty while the hand is not over."""
    drawn: tuple[tuple[Card, ...], ...]
    """What each seat has just drawn, in order; empty as `hands` is."""
    step: int
    steps: int
    """The last step that there is."""
    tricks: tuple[ReplayedTrick, ...]
    hands_dealt: int
    """How many hands have been dealt at the table."""


@dataclass(frozen=True, slots=True)
class RulesScene:
    """A page (from 0) of a topic of the rules; "" shows the list of topics, a name that is none says so."""

    topic: str
    page: int = 0
    shown: tuple[Example, ...] = ()
    """What the picture of the page shows, row by row; none: it has no picture."""


@dataclass(frozen=True, slots=True)
class OptionsScene:
    """The lobby's options, private to who may change them: one menu an option, and how many seats."""

    head: Head
    seat_counts: tuple[int, ...]
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TermsScene:
    """The terms of a table, private to who may change them: one menu a term."""

    head: Head
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    own: Mapping[str, str] = field(default_factory=dict)
    """The server's own paces, as they are written, and their names."""


@dataclass(frozen=True, slots=True)
class SeatScene:
    """Which seat to take (partners sit opposite), private to who asked. With `remove`, whom to remove."""

    head: Head
    remove: bool = False


@dataclass(frozen=True, slots=True)
class MoreScene:
    """What else can be done at a running table, private to who asked."""

    head: Head
    seated: bool
    may_close: bool
    paused: bool = False
    open_seats: tuple[int, ...] = ()
    """The seats that the person may take."""


@dataclass(frozen=True, slots=True)
class AskScene:
    """Are you sure? Private; for resigning and closing. `verb` is the custom_id's verb for yes."""

    head: Head
    what: Fact
    verb: str


@dataclass(frozen=True, slots=True)
class SettingsScene:
    """What a person wishes, private to them, on two pages: a menu for each wish but the quiet hours."""

    wishes: Wishes
    play: bool = False
    """The page about how one plays; else that about words and cards."""


@dataclass(frozen=True, slots=True)
class QuietScene:
    """When a person is not to be reminded, private to them; `now` in seconds since the epoch."""

    wishes: Wishes
    now: int


@dataclass(frozen=True, slots=True)
class ServerSettingsScene:
    """What a server wishes, private to who may manage it. Its channels are there."""

    guild: str
    """The server's name."""
    wishes: ServerWishes


@dataclass(frozen=True, slots=True)
class ResetScene:
    """Are you sure? All that a person wishes would be as by default again."""


@dataclass(frozen=True, slots=True)
class PrivacyScene:
    """What is stored about people, why, how long, and who sees it."""


@dataclass(frozen=True, slots=True)
class EraseScene:
    """Are you sure? Everything that is stored about the person would go."""


@dataclass(frozen=True, slots=True)
class WordScene:
    """A sentence in a private answer: what was done, or why it was not."""

    what: Fact
    head: Head | None = None


class LessonLine(NamedTuple):
    """A lesson in the list of all: its name, and how many of its exercises one has solved."""

    name: str
    done: int
    size: int


@dataclass(frozen=True, slots=True)
class LessonsScene:
    """The lessons of a game, easiest first; private."""

    game: str
    lessons: tuple[LessonLine, ...]


@dataclass(frozen=True, slots=True)
class LessonScene:
    """What a lesson is about, before its exercises or (`finished`) after them; private."""

    game: str
    name: str
    topic: str
    """Of the rules page."""
    done: int
    count: int
    next: int | None
    """The first exercise that is not solved; None: all are."""
    following: str
    """The lesson after this one, "" after the last."""
    finished: bool = False
    shown: tuple[Example, ...] = ()
    """What the picture shows, row by row, as in `RulesScene`."""


@dataclass(frozen=True, slots=True)
class ExerciseScene:
    """An exercise of a lesson; with `said` (index of a choice) what was answered, and what is right. Private."""

    exercise: Exercise
    lesson: str
    topic: str
    """Of the rules page, where more is told."""
    number: int
    count: int
    said: int | None = None

    @property
    def account(self) -> TrickAccount | None:
        """What the trick did, once the question is answered."""
        return None if self.said is None else self.exercise.account


class Tally(NamedTuple):
    """How often each choice of a daily trick was made."""

    answers: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.answers)

    def percent(self, choice: int) -> int:
        """How many of a hundred made this choice."""
        return round(100 * self.answers[choice] / max(1, self.total))


@dataclass(frozen=True, slots=True)
class DailyScene:
    """The trick of a day for one person, who has answered (`said`, a choice's index; then `tally` is there) or not yet.

    `over`: it is of a day gone by, and answers are not counted any more. `streak`: how many days in a row the person
    has answered, today included.
    """

    exercise: Exercise
    topic: str
    day: date
    over: bool = False
    said: int | None = None
    tally: Tally | None = None
    streak: int = 0

    @property
    def account(self) -> TrickAccount | None:
        """What the trick did, once the question is answered."""
        return None if self.said is None else self.exercise.account


@dataclass(frozen=True, slots=True)
class DailyPostScene:
    """The trick of a day in a channel, without its answer; and what came of the day before."""

    exercise: Exercise
    day: date
    before: Exercise | None = None
    tally: Tally | None = None
    """Of the day before."""


def head_of(exercise: Exercise) -> Head:
    """The table of an exercise: none of the club's, so that nothing can be done there."""
    sitters = tuple(Sitter(Holder.PERSON, name) for name in exercise.players)
    return Head(0, "", exercise.game, sitters, exercise.options, "")


Scene = (
    LobbyScene | DealtScene | TrickScene | LadderScene | SummaryScene | ResultScene | NoticeScene | CallScene
    | HandScene | WhyScene | MayScene | BeatsScene | MyTablesScene | RanksScene | RulesScene | OptionsScene | SeatScene
    | ProposalScene | TermsScene | MoreScene | AskScene | WordScene | ReplayScene
    | LessonsScene | LessonScene | ExerciseScene | DailyScene | DailyPostScene
    | ConfirmScene | SettingsScene | ServerSettingsScene | ResetScene
    | ReminderScene | MentionScene | QuietScene | AheadScene | PrivacyScene | EraseScene
)  # fmt: skip
