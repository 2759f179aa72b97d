"""All kinds of scenes: those of random rubbers, moment by moment, and all others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import date
from itertools import islice
from typing import Any

from bot.lessons.course import course
from bot.lessons.exercises import Exercise, exercise
from bot.lessons.progress import DailyRun, Tally
from bot.members.preferences import (
    Confirm,
    GuildPreferences,
    HandDelivery,
    Openers,
    Posted,
    Preferences,
    ReminderChannel,
    TableLocation,
)
from bot.members.profiles import (
    BADGES_OF_HANDS,
    BADGES_OF_STREAKS,
    BADGES_OF_WINS,
    Badge,
    Period,
    Profile,
    RubbersOfSize,
)
from bot.messages.hand.consider import ConfirmScene
from bot.messages.hand.hand import AheadScene, HandHelpScene
from bot.messages.hand.hand_scene import HandScene, QueuedPlay
from bot.messages.kit.scene import Scene, TableContext
from bot.messages.learn.daily_trick import DailyPostScene, DailyScene, DailyShareScene
from bot.messages.learn.exercise import ExerciseScene
from bot.messages.learn.guide import guide_of, guide_scene
from bot.messages.learn.lessons import LessonLine, LessonScene, LessonsScene
from bot.messages.learn.new_here import HelpScene, WelcomeScene, new_here_scene
from bot.messages.learn.rules import RanksScene, RulesScene
from bot.messages.lobby.invitation import InvitationScene, InviteScene, StartAskedScene
from bot.messages.lobby.lobby import LobbyMoreScene, LobbyScene, OptionsScene, SeatScene
from bot.messages.lobby.terms import TermsScene
from bot.messages.overview.reminder import MentionScene, Reminded, ReminderScene
from bot.messages.overview.tables import MoreScene, MyTablesScene, SuspendedTable, TablesScene, TableWithRoom, Waiting
from bot.messages.people.guild_standings import RecentRating, StandingLine, StandingsScene, WantedStandings
from bot.messages.people.privacy import BlockedPerson, BlocksScene, EraseScene, PrivacyScene
from bot.messages.people.profile import PlayedGame, ProfileScene, RatingLine
from bot.messages.people.rating_graph import RatingPoint
from bot.messages.replay.replays import Moment as ReplayMoment
from bot.messages.replay.replays import Replay
from bot.messages.result.result import ResultScene
from bot.messages.result.share import ResultShareScene
from bot.messages.settings.organising import BANS_ON_A_PAGE, MOST_ACTS, ActLine, ActsScene, BanLine, BansScene
from bot.messages.settings.settings import NAMED, QuietScene, ResetScene, ServerSettingsScene, SettingsScene
from bot.messages.table.notice import AskScene, CallScene, NoticeScene, ProposalScene, WordScene
from bot.messages.table.why import WhyScene
from bot.tables.automatic_plays import ANY, CONDITIONS, MOST_QUEUED, WINS
from bot.tables.guild_bans import LONGEST_REASON
from bot.tables.seat_holders import Holder, SeatHolder
from bot.tables.seating_conditions import MOST_BLOCKED
from bot.tables.table import FREE
from bot.tables.table_terms import CHOICES
from bot.texts import offered_games, rules_page
from bot.texts.notices import Notice, Refusal, fact
from bot.texts.reader import CardStyle, Reader
from rules.core.cards import cards
from rules.core.contract import Phase
from tests.messages import cups, leagues
from tests.messages.given import LONG, head, person
from tests.messages.rubbers import (
    VOORMSI,
    RubberStep,
    beats_scene,
    confirm_scenes,
    may_scene,
    options,
    private,
    public,
    rubber,
)

LONG_NAMES = tuple(person(LONG[:31] + str(seat)) for seat in range(4))
"""Names of the greatest length at Discord, with all formatting characters."""
COMPUTERS = (*LONG_NAMES[:2], SeatHolder(Holder.COMPUTER), SeatHolder(Holder.COMPUTER, was=LONG))
TABLE = 987_654
LINK = f"https://discord.com/channels/{10**18}/{10**18 + 1}/{10**18 + 2}"
GAME = "voormsi"
KINDS = (
    *(f"wins-{count}" for count in BADGES_OF_WINS),
    *(f"streak-{count}" for count in BADGES_OF_STREAKS),
    *(f"hands-{count}" for count in BADGES_OF_HANDS),
    "executed",
    "lost",
)
RATINGS = (RatingLine(2, 1_004, 10, 10, (1_000, *range(880, 1_030, 5), 1_004)), RatingLine(4, 987, 3, 10))
PACES = (("N" * 40, "600+1800"), ("A", "60+0"))


def table(seats: int, changes: dict[str, str], holders: Sequence[SeatHolder]) -> TableContext:
    """A table with long names of all kinds."""
    return replace(head(tuple(holders[:seats]), options=options(changes)), table=TABLE, name="Kittiwake 128", link=LINK)


def scenes_of(
    seats: int, changes: dict[str, str], seed: int, every: int, of: TableContext
) -> Iterator[tuple[str, Scene]]:
    """Every `every`-th moment of a random rubber, and every `every`-th step of its replays."""
    for moment in islice(rubber(seats, changes, seed), seed % every, None, every):
        yield from of_moment(moment, of)
    yield from (("", scene) for scene in replayed(seats, changes, seed, of, every))


def of_moment(moment: RubberStep, of: TableContext) -> Iterator[tuple[str, Scene]]:
    """All scenes of a moment, with the key of the post ("" for private ones)."""
    for post, shown in public(moment, of):
        yield post, shown
        if isinstance(shown, ResultScene):
            yield "lobby", LobbyScene(of, of.holders[0], "over", None, None, result=shown)
            yield "hand.0", replace(shown, seat=0)
            yield from (("", ResultShareScene(shown, seat)) for seat in (None, 0, 1))
    for _, scene in private(moment, of):
        yield "", scene
        if isinstance(scene, HandScene):
            notes = (
                fact(Notice.DMS_CLOSED),
                fact(Notice.PLAYED, cards=scene.view.legal[0] if scene.view.legal else ()),
            )
            yield "", replace(scene, notes=notes, results=(moment.account,) if moment.account else ())
            yield from (("", ahead) for ahead in _ahead(scene))
    if moment.view(None).phase is Phase.PLAY:
        yield from _asked(moment, of)


def _asked(moment: RubberStep, of: TableContext) -> Iterator[tuple[str, Scene]]:
    yield "", beats_scene(moment, of, None)
    yield from (("", scene) for scene in confirm_scenes(moment, of))
    for seat in range(len(of.holders)):
        hand = moment.view(seat).hand
        yield "", beats_scene(moment, of, seat)
        yield "", RanksScene(hand, GAME, of.table)
        yield from (("", may_scene(moment, of, seat, asked)) for asked in ((), hand[:1], hand[-2:], hand[:4]))
    yield from (("", scene) for scene in _confirmed(moment, of))


def _ahead(scene: HandScene) -> Iterator[Scene]:
    """The hand with the most plays made ahead, and the scene to make them."""
    held = scene.view.hand
    laid = tuple(QueuedPlay(CONDITIONS[number % len(CONDITIONS)], held[:4]) for number in range(MOST_QUEUED))
    yield replace(scene, queued=laid, failed=(QueuedPlay(ANY, held[:1]), QueuedPlay(WINS, held[:2])))
    yield from (replace(scene, queued=laid[index : index + 1]) for index in range(len(CONDITIONS)))
    yield from (HandHelpScene(scene.head, waits, is_refused_advice=not waits) for waits in (True, False))
    yield from (AheadScene(scene.head, scene.view, laid[:count], held[:4]) for count in (0, 1, MOST_QUEUED))
    yield AheadScene(scene.head, scene.view)


def _confirmed(moment: RubberStep, of: TableContext) -> Iterator[Scene]:
    """The confirmation before a play, for the smallest and the largest one."""
    turn = VOORMSI.turn(moment.state)
    legal = moment.view(turn).legal
    for play in {legal[0], max(legal, key=len)}:
        yield ConfirmScene(of, moment.view(turn), play, VOORMSI.consider(moment.state, turn, play))


def replayed(seats: int, changes: dict[str, str], seed: int, of: TableContext, every: int = 1) -> Iterator[Scene]:
    """Every `every`-th step of the hands of a rubber, after their end and during play."""
    replays = (
        Replay(GAME, number, is_over, 30, tuple(moments))
        for number, moments in enumerate(_hands(seats, changes, seed), start=1)
        for is_over in (True, False)
    )
    steps = ((replay, step) for replay in replays for step in range(replay.steps + 1))
    yield from (replay.scene(of, step) for replay, step in islice(steps, seed % every, None, every))


def _hands(seats: int, changes: dict[str, str], seed: int) -> list[list[ReplayMoment]]:
    found: list[list[ReplayMoment]] = []
    for moment in rubber(seats, changes, seed):
        phase, number = moment.view(None).phase, moment.view(None).hand_number
        if phase is Phase.PLAY and number > len(found):
            found.append([])
        if found and (moment.account or phase is Phase.PLAY):
            plays = len(moment.account.plays if moment.account else moment.view(None).trick)
            found[-1].append(ReplayMoment(moment.state, moment.account, (FREE,) * seats, plays))
    return found


def beside(reader: Reader) -> Iterator[Scene]:
    """Every kind of scene other than those of a hand in play."""
    for holders in (LONG_NAMES, COMPUTERS, (LONG_NAMES[0], *[SeatHolder(Holder.EMPTY)] * 3)):
        yield from _of_table(table(4, {}, holders))
    yield SeatScene(head((SeatHolder(Holder.EMPTY),) * 4), remove=True)
    yield from map(WordScene, _facts())
    yield RanksScene()
    yield RanksScene(cards("JC KH 3D 7C"), table=TABLE)
    yield from (RulesScene(topic) for topic in ("", "nonsense"))
    for topic in rules_page("voormsi", reader.words.language).topics.values():
        yield from (RulesScene(topic.name, number, page.shown) for number, page in enumerate(topic.pages))
    yield from _lists()
    yield from _settings()
    yield from _lessons()
    yield from cups.scenes()
    yield from leagues.scenes()


def _of_table(of: TableContext) -> Iterator[Scene]:
    for stage in ("lobby", "playing", "over", "closed"):
        for link in ("", of.link):
            closed = fact(Notice.CLOSED, table=of.name, name=LONG) if stage == "closed" else None
            yield LobbyScene(replace(of, link=link), LONG_NAMES[0], stage, closed, 1763000000)
    for rare in (False, True):
        choices = {option.name: option.choices for option in VOORMSI.options if option.rare == rare}
        yield OptionsScene(of, (2, 3, 4), choices, rare)
    yield from (SeatScene(of, remove) for remove in (False, True))
    yield LobbyMoreScene(of, None, opener=False, may_close=False)
    yield LobbyMoreScene(of, 0, True, True, (1,), (1,), 0, fact(Notice.OPENED, table=of.name))
    kept = tuple(SeatHolder(Holder.EMPTY, kept_for=LONG, kept_until=until) for until in (None, 1763000000))
    yield LobbyScene(replace(of, holders=(*LONG_NAMES[:2], *kept)), LONG_NAMES[0], "lobby", None, 1763000000)
    yield LobbyScene(of, LONG_NAMES[0], "lobby", None, 1763000000, private=True)
    for state in ("open", "joined", "declined", "over"):
        for until in (None, 1763000000):
            yield InvitationScene(of, LONG_NAMES[0], LONG_NAMES[1], state, until)
            yield InvitationScene(of, LONG_NAMES[0], LONG_NAMES[1], state, until, mention=True)
    yield from (StartAskedScene(of, LONG_NAMES[0], LONG_NAMES[1], is_open) for is_open in (False, True))
    yield from (InviteScene(of, (10**18, 10**18 + 1), 3, private) for private in (False, True))
    yield HelpScene(GAME)
    yield new_here_scene(GAME, "en", of, guided=True)
    for number in range(1, len(guide_of(GAME)) + 1):
        shown = guide_scene(GAME, LONG, number, of.table)
        yield from (shown, guide_scene(GAME, LONG, number, None, shown.view.legal[0]))
    yield from (new_here_scene(GAME, "en", of, then) for then in ("", "join", "fill", "hand"))
    yield from (MoreScene(of, seated, True, close) for seated in (False, True) for close in (False, True))
    for terms in ({"pace": "live"}, {"pace": "day", "deadline": "forfeit"}, {"pace": "604800+86400"}):
        yield LobbyScene(replace(of, terms=terms), LONG_NAMES[0], "lobby", None, 1763000000)
        yield TermsScene(replace(of, terms=terms), CHOICES)
    yield MoreScene(of, False, True, True, True, (0, 1, 2, 3))
    yield from _proposals(of)
    yield CallScene(of, 0)
    yield CallScene(of, 0, 1763000000)
    yield from reminders(of)
    yield WhyScene(of, None)
    yield NoticeScene(of, fact(Notice.EXPIRED, table=of.name, hours=24))
    yield AskScene(of, fact(Notice.ASK_RESIGN, table=of.name), "resign-yes")
    yield AskScene(of, fact(Notice.ASK_CLOSE, table=of.name), "close-yes")
    yield WordScene(fact(Refusal.TABLE_FULL, table=of.name), of)
    yield WordScene(fact(Notice.SEAT_LEFT, table=of.name, seat=3), of)
    yield WordScene(fact(Notice.SEAT_PASSED, table=of.name, seat=3), of)
    yield NoticeScene(of, fact(Notice.MOVED, table=of.name, channel=f"<#{10**18}>"))


def _proposals(of: TableContext) -> Iterator[Scene]:
    for what, value in (("pause", ""), ("pause", "1763000000000"), ("pace", "604800+86400"), ("seat", "1")):
        for answered in ("open", "granted", "refused", "dropped"):
            one, *others = of.holders
            yield ProposalScene(of, what, value, one, (one,), tuple(others), answered, one, 1763000000, 1763000000)
            yield ProposalScene(of, what, value, one, (one,), tuple(others), answered, one, 1763000000, 0)


def _facts() -> Iterator[Any]:
    yield fact(Refusal.NOT_HERE)
    yield fact(Refusal.UNREADABLE_CARDS, text="x" * 100)
    yield fact(Refusal.NO_TRICK, table="Kittiwake 128", hand=1)
    link = "https://discord.com/channels/1/2/3"
    yield fact(Notice.BINDS, table="Otter", commitment="0f" * 32)
    yield fact(Notice.BOUND, table="Otter", link=link)
    yield fact(Notice.VERIFIED, hand=12, code="0f" * 32, link=link)
    yield fact(Notice.VERIFIED_BY_POST, hand=12, code="0f" * 32, link=link)
    yield fact(Notice.VERIFIED_DIGEST, hand=12, code="0f" * 32)
    yield fact(Notice.NOT_VERIFIED, hand=12, code="0f" * 32, found="f0" * 32)
    yield fact(Notice.NOT_DEALT_SO, hand=12, code="0f" * 32)


def _lists() -> Iterator[Scene]:
    yield MyTablesScene(())
    yield from (MyTablesScene(tuple(waiting(number) for number in range(30)), page) for page in range(3))
    yield MyTablesScene((waiting(1, my_turn=False), waiting(2, stage="lobby", due_at=None), waiting(3, paused=True)))
    yield MyTablesScene((waiting(1), *([SuspendedTable(LONG, "G" * 100, "g" * 20)] * 30)))
    yield TablesScene((with_room(1), *([SuspendedTable(LONG, "<#70>", "g" * 20)] * 30)))
    yield TablesScene(())
    yield from (TablesScene(tuple(with_room(number) for number in range(20)), page) for page in range(3))
    yield MyTablesScene((waiting(1, my_turn=False, turn=None), waiting(2, my_turn=False, turn=COMPUTERS[2])))


def reminders(of: TableContext) -> Iterator[Scene]:
    """Reminders of one table, and of more than one message holds."""
    yield from (MentionScene(Reminded(of, 0, 1763000000, last)) for last in (False, True))
    for count in (1, 2, 30):
        lines = (Reminded(replace(of, table=of.table + n, name=LONG), 0, 1763000000, n % 2 == 1) for n in range(count))
        yield ReminderScene(of.table, tuple(lines))


def waiting(number: int, **changes: Any) -> Waiting:
    of = head(LONG_NAMES, table=TABLE + number, name=LONG)
    return Waiting(of, "playing", True, LONG_NAMES[1], 1763000000, "G" * 100)._replace(**changes)


def with_room(number: int) -> TableWithRoom:
    of = replace(table(4, {}, LONG_NAMES), table=TABLE + number, terms={"pace": "604800+86400"})
    return TableWithRoom(of, (0, 2), 10**18, number % 2 == 1, "da", number % 3 == 0)


def _settings() -> Iterator[Scene]:
    yield SettingsScene(Preferences())
    yield SettingsScene(Preferences(), play=True)
    yield SettingsScene(
        Preferences("da", "kl", CardStyle.WORDS, True, True, HandDelivery.REQUEST, Confirm.SETS, ReminderChannel.NONE)
    )
    yield ServerSettingsScene("G" * 100, GuildPreferences())
    all_other = GuildPreferences(
        "da",
        tuple(range(70, 95)),
        TableLocation.CHANNEL,
        Posted.HANDS,
        Openers.MANAGERS,
        72,
        (("N" * 40, "600+1800"), ("A", "60+0")),
        tuple(range(50, 75)),
        50,
    )
    yield ServerSettingsScene(LONG, all_other, silent=True, named=tuple(range(50, 75)))
    yield from (ServerSettingsScene(LONG, all_other, tables) for tables in (False, True))
    yield from _organising()
    yield ResetScene()
    yield PrivacyScene()
    for count in (0, 1, MOST_BLOCKED):
        blocked = tuple(BlockedPerson(10**18 + number, LONG) for number in range(count))
        yield BlocksScene(blocked, fact(Notice.UNBLOCKED, name=(LONG,) * 25))
    yield EraseScene()
    yield QuietScene(Preferences(), 1763000000)
    yield QuietScene(
        Preferences(quiet_from="22:30", quiet_to="07:45", zone="America/Argentina/ComodRivadavia"), 1763000000
    )
    yield SettingsScene(Preferences(quiet_from="22:30", quiet_to="07:45", zone="America/Argentina/ComodRivadavia"))


def _organising() -> Iterator[Scene]:
    """Bans and acts with the longest names and reasons, of erased people, and none."""
    reason, now = "*" * LONGEST_REASON, 1763000000
    bans = tuple(BanLine(f"{number:064}", LONG, reason, LONG, now) for number in range(BANS_ON_A_PAGE))
    yield from (BansScene(LONG, bans, page, 3) for page in range(3))
    yield BansScene(LONG, (BanLine("0" * 64, "", "", "", now),))
    yield BansScene(LONG, ())
    kinds = "kick seat move close pause pace agree disagree resume ban unban".split()
    yield ActsScene(LONG, tuple(ActLine(now, LONG, kind, LONG, "Kittiwake 128", "") for kind in kinds), 90)
    yield ActsScene(LONG, (ActLine(now, LONG, "ban", LONG, "", reason),) * MOST_ACTS, 90)
    names = (*(field.name for field in fields(GuildPreferences)), NAMED)
    settings = (ActLine(now, "", "setting", "", "", name) for name in names)
    yield ActsScene(LONG, tuple(settings), 1)
    yield ActsScene(LONG, (), 90)
    yield WelcomeScene(GAME)


def _lessons() -> Iterator[Scene]:
    lessons = course(GAME).lessons.values()
    yield LessonsScene(GAME, tuple(LessonLine(one.name, 0, len(one.positions)) for one in lessons))
    for lesson in lessons:
        name, count = lesson.name, len(lesson.positions)
        yield LessonScene(GAME, name, lesson.topic, 0, count, 1, name)
        yield LessonScene(GAME, name, lesson.topic, count, count, None, "", finished=True)
        for number in sorted({1, count}):
            asked = exercise(GAME, lesson.kind, lesson.positions[number - 1])
            yield from (ExerciseScene(asked, name, lesson.topic, number, count, said) for said in _answers(asked))
    yield from _daily()
    yield from profiles()
    yield from standings()


def _answers(asked: Exercise) -> list[int | None]:
    return [None, *range(len(asked.choices))]


def profiles() -> Iterator[ProfileScene]:
    """Profiles with the longest name and the greatest numbers, and an empty one."""
    sizes = tuple(RubbersOfSize(size, 9999, 8888) for size in (2, 3, 4))
    full = Profile(sizes, 99_999, 99_999, 9_999, {"executed": 9_999, "lost": 8_888}, 999, 1_000, 99_999)
    usual = Profile(sizes[2:], 120, 260, 1, {"executed": 4}, 0, 3)
    for name, guild in ((LONG, LONG), ("Aja", "Sermermiut"), ("李雷", None)):
        badges = tuple(Badge(kind, 1_790_000_000_000, 1) for kind in KINDS)
        games = tuple(PlayedGame(game, 9_999) for game in offered_games())
        told: dict[str, Any] = {"ratings": RATINGS, "reliability": 100, "badges": badges, "games": games}
        yield ProfileScene(GAME, name, 10**18, full, 1_000, guild, **told)
        yield ProfileScene(GAME, name, 10**18, usual, 0, guild, has_more=False)
    yield ProfileScene(GAME, "Aja", 10**18, Profile(), 0, "Sermermiut")


def standings() -> Iterator[StandingsScene]:
    """Standings with long names, ties, a page in the middle, and none."""
    names = (
        LONG,
        "Aja",
        "李雷",
        "Søren Kierkegaard-Østergaard den",
        "Nivi",
        "Malik",
        "Inuk",
        "Pipaluk",
        "Bo",
        "W" * 32,
    )
    lines = tuple(StandingLine(1 + number, name, 888, 999, 9999, number == 1) for number, name in enumerate(names))
    usual = tuple(
        StandingLine(max(1, number), name, 9 - number, 14, 120 - number, number == 4)
        for number, name in enumerate(("Aja", "Malik", "Nivi", "Inuk", "Pipaluk", "Bo"))
    )
    last = tuple(one._replace(place=one.place + 990) for one in lines)
    month = WantedStandings(GAME, Period.MONTH, None, 10)
    season, ever = WantedStandings(GAME, Period.SEASON, 4, 10_000), WantedStandings(GAME, Period.ALL, 2, 1, 50)
    yield StandingsScene(month, "Sermermiut", usual, rated_size=4, ratings=tuple(_ratings(["Aja", "Malik", "Bo"])))
    yield StandingsScene(season, "G" * 100, lines, 100, rated_size=4, ratings=tuple(_ratings(names[:5])))
    yield StandingsScene(ever, "Sermermiut", last, 100, lines[0]._replace(own=True))
    yield StandingsScene(month._replace(size=3), "Sermermiut", ())


def _ratings(names: Sequence[str]) -> Iterator[RecentRating]:
    """Ratings that begin alike, cross each other, and end close together."""
    for number, name in enumerate(names):
        history = [1000 + (17 * number * at * (9 - at)) % 90 for at in range(9)]
        way = tuple(RatingPoint(at / 9, points) for at, points in enumerate(history))
        yield RecentRating(name, (*way, RatingPoint(1, way[-1].points)), number == 1)


def _daily() -> Iterator[Scene]:
    daily, day = course(GAME).daily_lesson, date(2026, 12, 31)
    asked = exercise(GAME, daily.kind, daily.positions[-1])
    tally = Tally((12345,) * len(asked.choices))
    yield DailyPostScene(asked, day)
    yield DailyPostScene(asked, day, asked, tally)
    yield DailyScene(asked, daily.topic, day)
    run = DailyRun(365, 364, (True, False, None, True, True, True, True))
    for over in (False, True):
        yield from (DailyScene(asked, daily.topic, day, over, said, tally, run) for said in range(len(asked.choices)))
    yield from (DailyShareScene(day, right, 100, run) for right in (True, False))
