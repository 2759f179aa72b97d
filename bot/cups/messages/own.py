"""One person's view of a cup: the own match, the schedule, ways to withdraw and to find a partner."""

from __future__ import annotations

from collections.abc import Iterator

from bot.cups.messages.cup_text import (
    CupVerb,
    MatchStatus,
    cup_button,
    others,
    result_of,
    round_name,
    shown_name,
    title,
    turning,
    where,
)
from bot.cups.messages.own_words import (
    CupMineScene,
    CupScheduleScene,
    CupWithdrawScene,
    OwnPart,
    RoundLine,
    ScheduleLine,
    ScheduleState,
)
from bot.cups.messages.rounds import forfeited, goes_on
from bot.cups.messages.standings import place_points
from bot.messages.kit.components import (
    GOOD,
    GRAVE,
    MAIN,
    YOURS,
    Button,
    PageOfItems,
    layout,
    links,
    page_of,
    rows,
    text,
)
from bot.messages.kit.table_text import cup_pause_notice
from bot.texts import Translator
from bot.texts.reader import Reader


@page_of.register
def mine(scene: CupMineScene, reader: Reader, post: str = "") -> PageOfItems:
    """A person's own page: the match to play, the place, and what has been."""
    words = reader.words
    before = [_before(one, words) for one in scene.before]
    return layout(
        text(title(scene.head), *_now(scene, words), _place(scene, words)),
        text(words("cup.mine.before") if before else "", *before),
        *rows(_buttons(scene, words)),
        colour=YOURS,
    )


def _now(scene: CupMineScene, words: Translator) -> Iterator[str]:
    if scene.part is OwnPart.PLAYING and scene.now is not None:
        match = scene.now.match
        against = words.join([shown_name(name, words) for name in others(match)])
        yield words("cup.mine.playing", round=round_name(scene.now.title, words), names=against)
        told = [where(match, words)]
        told += [words("cup.until", at=match.deadline)] if scene.pause is None else []
        told = [words("cup.extra"), *told] if match.is_extra else told
        yield words("list.dot").join(told)
        if match.table is not None and not match.table.link:
            yield words("cup.mine.refused" if match.table.is_refused else "cup.mine.no-thread")
    else:
        yield words(f"cup.mine.{scene.part}", n=scene.number)
        if scene.now is not None:
            yield _before(scene.now, words)
    if scene.pause is not None:
        yield cup_pause_notice(scene.pause, words)


def _before(one: RoundLine, words: Translator) -> str:
    """A round that was played, or the last one."""
    bye = words("cup.bye") if one.match.state is MatchStatus.BYE else ""
    told = (result_of(one.match, words), bye, forfeited(one.match, words), goes_on(one.match, words))
    return words("cup.mine.round", round=round_name(one.title, words), match=words("list.dot").join(filter(None, told)))


def _place(scene: CupMineScene, words: Translator) -> str:
    if scene.place is None:
        return ""
    return words("cup.mine.standing", place=scene.place.place, of=scene.size, points=place_points(scene.place, words))


def _buttons(scene: CupMineScene, words: Translator) -> Iterator[Button]:
    head, part = scene.head, scene.part
    table = scene.now.match.table if scene.now and part is OwnPart.PLAYING else None
    if table is not None:
        yield from links(words("button.cup-table", name=table.name), table.link)
    elif part is OwnPart.PLAYING and scene.now and scene.now.match.begins is not None:
        yield cup_button(CupVerb.TIMES, words, head, style=MAIN)
    if scene.can_join:
        yield cup_button(CupVerb.JOIN, words, head, style=GOOD)
    if part is OwnPart.ALONE:
        yield cup_button(CupVerb.PARTNER, words, head, style=MAIN)
    if part is OwnPart.IN and head.rules.check_in:
        yield cup_button(CupVerb.CHECK_IN, words, head, style=MAIN)
    if part in (OwnPart.ALONE, OwnPart.WAITING, OwnPart.IN, OwnPart.CHECKED_IN):
        yield cup_button(CupVerb.LEAVE, words, head)
    if scene.place is not None:
        yield cup_button(CupVerb.STANDINGS, words, head)
    yield cup_button(CupVerb.SCHEDULE, words, head)
    yield cup_button(CupVerb.RULES, words, head)
    if scene.can_withdraw:
        yield cup_button(CupVerb.WITHDRAW, words, head, style=GRAVE)


@page_of.register
def schedule(scene: CupScheduleScene, reader: Reader, post: str = "") -> PageOfItems:
    """A page of the rounds: what is over, what is played, and until when the others are over at the latest."""
    words = reader.words
    return layout(
        text(title(scene.head), words("cup.schedule"), *(_round(line, words) for line in scene.lines)),
        *rows(
            [
                *turning(CupVerb.SCHEDULE, words, scene.head, scene.page, scene.pages),
                cup_button(CupVerb.MINE, words, scene.head),
            ]
        ),
        colour=YOURS,
    )


def _round(line: ScheduleLine, words: Translator) -> str:
    known = line.until or line.state is ScheduleState.OVER
    then = "cup.schedule.first" if line.title.number == 1 else "cup.schedule.then"
    told = words(f"cup.schedule.{line.state}" if known else then, until=line.until)
    against = words.join([shown_name(name, words) for name in line.opponents])
    begins = words("cup.match-begins", at=line.own) if line.own else ""
    parts = [told, begins, words("cup.schedule.against", names=against) if line.opponents else ""]
    return words(
        "cup.mine.round", round=round_name(line.title, words), match=words("list.dot").join(filter(None, parts))
    )


@page_of.register
def withdraw(scene: CupWithdrawScene, reader: Reader, post: str = "") -> PageOfItems:
    """The question before a person withdraws, and what it means for the match that is played."""
    words = reader.words
    yes = cup_button(CupVerb.WITHDRAW_YES, words, scene.head, style=GRAVE)
    case = scene.head.rules.remedies.get("withdrawn", "forfeit")
    return layout(
        text(title(scene.head), words("cup.withdraw.ask"), words(f"cup.withdraw.{case}"), words("ask.no")),
        *rows([yes]),
        colour=YOURS,
    )
