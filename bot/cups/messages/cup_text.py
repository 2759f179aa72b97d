"""Shared by the messages of cups: parts of scenes, buttons, and names, rounds, rules, numbers and times in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from fractions import Fraction
from math import ceil
from typing import Final, NamedTuple

from babel.dates import format_date, get_day_names
from babel.numbers import format_decimal
from discord import ButtonStyle

from bot.cups import match_tables, scoring
from bot.cups.cup import Cup
from bot.cups.cup_rules import CupRules, EntrantKind, Format
from bot.cups.messages.entrant_names import EntrantName, plain_name
from bot.discord_api import custom_ids
from bot.members import preferences
from bot.members.preferences import place_of
from bot.messages.kit import ui
from bot.messages.kit.pages import neighbours
from bot.messages.kit.scene import RoundTitle
from bot.messages.kit.table_text import MY_MATCH
from bot.runtime.times import WeeklyTime
from bot.texts import Translator, escape, which_game
from bot.texts.notices import fact
from rules import registry
from rules.core.contract import Fact


@dataclass(frozen=True, slots=True)
class CupHead:
    """The facts about a cup that all its scenes need."""

    cup: int
    rules: CupRules


def head_of(cup: Cup) -> CupHead:
    return CupHead(cup.id, cup.rules)


class MatchStatus(StrEnum):
    """The state of a match, and its end."""

    OPEN = "open"
    PLAYED = "played"
    DECIDED = "decided"
    """Without having been played to its end."""
    ADJUSTED = "adjusted"
    """By an organiser."""
    BYE = "bye"
    EMPTY = "empty"
    """A place of a bracket that nobody reached."""


class MatchTable(NamedTuple):
    """The table of a match: its name, and the URL where it is shown, "" before that.

    `is_refused`: Discord does not let the bot show it for now.
    """

    name: str
    link: str
    is_refused: bool = False


class MatchLine(NamedTuple):
    """A match. `score`, `absent` and `won` in the order of `entrants`; `deadline` in seconds since the epoch.

    `own_at`: the place of the entrant of the person who asks; -1: another's match. `is_extra`: it was level, and goes
    on for another hand. `begins`: when its table opens, seconds since the epoch; 0: nobody knows yet; None: at once.
    """

    number: int
    entrants: tuple[EntrantName, ...]
    state: MatchStatus
    score: tuple[int, ...] = ()
    absent: tuple[bool, ...] = ()
    won: tuple[bool, ...] = ()
    table: MatchTable | None = None
    deadline: int = 0
    own_at: int = -1
    is_extra: bool = False
    begins: int | None = None

    @property
    def own(self) -> bool:
        return self.own_at >= 0

    @property
    def others(self) -> list[EntrantName]:
        """The entrants but the person's own."""
        return [name for at, name in enumerate(self.entrants) if at != self.own_at]


class CupVerb(StrEnum):
    """The verbs of the buttons of cups. The first argument is the cup's id, if not said otherwise.

    The comments name the others.
    """

    JOIN = "cup-join"
    LEAVE = "cup-leave"
    PARTNER = "cup-partner"
    CHECK_IN = "cup-check-in"
    MINE = MY_MATCH
    ENTRANTS = "cup-entrants"  # a menu, whose values are pages, from 0; none: the first
    ROUND = "cup-round"  # round and page, from 0; none: the last round, the page with one's own match; or a menu
    WHY = "cup-why"  # a menu, whose values are matches
    LOG = "cup-log"  # page, from 0
    STANDINGS = "cup-standings"  # page, from 0; none: one's own
    CROSS = "cup-cross"  # page, from 0
    BRACKET = "cup-bracket"  # page, from 0; none: where one's own match is, or what is played
    EXPORT = "cup-export"
    RULES = "cup-rules"  # the name of the page; none: the first
    SCHEDULE = "cup-schedule"  # page, from 0
    MORE = "cup-more"
    RESUME = "cup-resume"
    WITHDRAW = "cup-withdraw"
    WITHDRAW_YES = "cup-withdraw-yes"
    ASK_PARTNER = "cup-ask-partner"  # a menu of people
    AGREE_PARTNER = "cup-agree"  # the number of the entrant who asked
    ANY_PARTNER = "cup-any-partner"
    TIMES = "cup-times"
    PROPOSE_TIMES = "cup-propose"  # match; opens a form
    PROPOSED = "cup-proposed"  # match; a form
    ACCEPT_TIME = "cup-accept"  # match, time (seconds since the epoch)
    DECLINE_TIMES = "cup-decline"  # match
    POSTPONE = "cup-postpone"  # match; opens a form
    POSTPONED = "cup-postponed"  # match; a form
    HALL = "cup-hall"  # any cup of the server; page, from 0
    PAST = "cup-past"  # no cup; a menu, whose values are cups
    DRAFT = "cup-draft"  # no cup; the field; a menu of its values (`bot.cups.drafts`)
    DRAFT_ROLES = "cup-draft-roles"  # no cup; the field; a menu of roles
    DRAFT_PAGE = "cup-draft-page"  # no cup; the name of the page
    DRAFT_NAME = "cup-draft-name"  # no cup; opens a form
    DRAFT_NAMED = "cup-draft-named"  # no cup; a form: name, start and the time of a round
    DRAFT_CREATE = "cup-draft-create"  # no cup


def reason_of(action: object, names: Mapping[str, str]) -> str:
    """Return the reason that somebody gave for an act; "" for none, and once they are erased."""
    by = getattr(action, "by", None)
    return getattr(action, "reason", "") if by is None or names.get(by) else ""


def pause_of(cup: Cup, names: Mapping[str, str]) -> str | None:
    """Return the reason of the present pause, "" once who gave it is erased; None: there is no pause."""
    if not cup.paused or cup.is_over:
        return None
    return cup.pause_reason if names.get(cup.paused_by) else ""


HEADING: Final = 60
"""The most characters of the name of a cup in an alt text."""


def cup_button(
    verb: CupVerb,
    words: Translator,
    head: CupHead,
    *args: int | str,
    post: str = "",
    key: str = "",
    style: ButtonStyle = ui.PLAIN,
) -> ui.Button:
    """A button of a cup; `key`: of its label, that of the verb if there is none."""
    return ui.button(words(key or f"button.{verb}"), custom_id(verb, head, *args, post=post), style)


def custom_id(verb: CupVerb, head: CupHead, *args: int | str, post: str = "") -> str:
    return custom_ids.write(verb, None, str(head.cup), *map(str, args), post=post)


def more_button(words: Translator, head: CupHead, post: str = "") -> ui.Button:
    """The button to everything else that there is to see of a cup."""
    return cup_button(CupVerb.MORE, words, head, post=post, key="button.more")


def page_buttons(
    verb: CupVerb, words: Translator, head: CupHead, page: int, pages: int, *before: int, post: str = ""
) -> list[ui.Button]:
    """The buttons to the neighbouring pages; `before`: arguments before the page."""
    return [
        cup_button(verb, words, head, *before, to, post=post, key=f"cup.{way}") for way, to in neighbours(page, pages)
    ]


def shown_name(name: EntrantName, words: Translator) -> str:
    """An entrant's name, escaped for a text."""
    return escape(plain_name(name, words))


def person_name(name: str, words: Translator) -> str:
    return escape(name) or words("news.former")


def with_name(told: Fact, words: Translator) -> Fact:
    """A fact about a person, who is named also if they were erased."""
    if told.about.get("name") != "":
        return told
    return fact(told.kind, **{**told.about, "name": words("news.former")})


def title(head: CupHead) -> str:
    return f"### {escape(head.rules.name)}"


def format_name(rules: CupRules, words: Translator) -> str:
    """The format with its rounds: Swiss, 4 rounds."""
    if rules.format in (Format.SWISS, Format.SWISS_KNOCK_OUT):
        return words.count(f"cup.format.{rules.format}", rules.rounds, best=rules.qualifiers)
    return words(f"cup.format.{rules.format}")


def summary(rules: CupRules, words: Translator) -> str:
    """The game if there are several, format, length of a match, and who plays whom."""
    game = words.join(which_game(rules.game, words))
    kind = "" if rules.entrants is EntrantKind.SINGLES else words(f"cup.kind.{rules.entrants}")
    return words("list.dot").join(filter(None, (game, format_name(rules, words), hands(rules, words), kind)))


def hands(rules: CupRules, words: Translator) -> str:
    return words.count("cup.hands", rules.hands) if rules.hands else words("cup.whole-game")


def unrated_line(rules: CupRules, words: Translator) -> str:
    """The line that the games count for no ratings, and why if they cannot; "": they count."""
    if (why := match_tables.unrated_reason(rules)) is not None:
        return words(f"cup.unrated.{why.kind}")
    return "" if rules.rated else words("cup.unrated")


def number(value: Fraction | int, words: Translator) -> str:
    """A number as the language writes it, with two decimals at most."""
    return str(format_decimal(round(float(value), 2), format="#,##0.##", locale=words.language))


def points(value: Fraction, words: Translator) -> str:
    """Points as a number with their word: 1 point, 1.5 points."""
    counted = int(value) if value.denominator == 1 else max(2, ceil(value))  # what is no whole number is a plural
    return words.count("cup.points", counted, number=number(value, words))


def day(at: int, words: Translator) -> str:
    """A day (seconds since the epoch) as the language writes it; "" for 0, which is unknown."""
    return str(format_date(datetime.fromtimestamp(at, UTC), "long", words.language)) if at else ""


def facts(reasons: Iterable[Fact], words: Translator) -> list[str]:
    return [words.fact(registry.USUAL, reason) for reason in reasons]


def sentences(reasons: Iterable[Fact], words: Translator) -> str:
    """The reasons, each as a sentence."""
    return " ".join(told if told.endswith(".") else words("cup.sentence", told=told) for told in facts(reasons, words))


def link_to(table: MatchTable) -> str:
    return f"[{escape(table.name)}]({table.link})" if table.link else escape(table.name)


def bye(title: RoundTitle, rules: CupRules, words: Translator) -> str:
    """The meaning of a round without a match for an entrant: points, the next round of a knock-out, or a rest."""
    if title.matches:
        return words("cup.bye.knock-out")
    return words("cup.bye.rests") if rules.is_round_robin else words("cup.bye", points=points(scoring.WIN, words))


def where(line: MatchLine, words: Translator) -> str:
    """The place of an open match, or the time at which its table opens."""
    if line.table is not None:
        return link_to(line.table)
    if line.begins is None:
        return words("cup.opens")
    return words("cup.match-begins", at=line.begins) if line.begins else words("cup.no-time")


def versus(names: Sequence[EntrantName], words: Translator) -> str:
    """The entrants who meet at a table, in words."""
    return words("cup.versus").join(shown_name(name, words) for name in names)


def result_of(line: MatchLine, words: Translator) -> str:
    """A match with the score that counts, winners bold: **Aja** 9–3 Malik."""
    names = [_marked_name(line, at, words) for at in range(len(line.entrants))]
    if not line.score or (len(names) == 2 and any(line.absent)):
        return words("cup.versus").join(names)
    if len(names) == 2:
        score = words("list.score").join(map(str, line.score))
        return words("cup.result", first=names[0], score=score, second=names[1])
    each = zip(names, line.score, strict=True)
    return words("list.comma").join(words("cup.result-of-one", name=name, n=score) for name, score in each)


def _marked_name(line: MatchLine, at: int, words: Translator) -> str:
    name = shown_name(line.entrants[at], words)
    return f"**{name}**" if line.state is not MatchStatus.OPEN and line.won[at] and len(line.won) > 1 else name


def weekly_time(time: WeeklyTime, words: Translator) -> str:
    """A time of each week with its zone: `every Friday 20:00, Nuuk`."""
    day = get_day_names("wide", locale=words.language)[time.weekday]
    zone = place_of(time.zone or preferences.UTC, words.language)
    return words("cup.weekly-time", day=day, clock=time.clock, zone=zone)
