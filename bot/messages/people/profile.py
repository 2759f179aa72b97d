"""A person's profile: rubbers won by size, and everything else that is counted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bot.discord_api import custom_ids
from bot.members.profiles import Profile, RubbersOfSize
from bot.messages.kit.alt_texts import Part, droppable, parts_of
from bot.messages.kit.components import YOURS, PageOfItems, Unpictured, button, layout, page_of, rows, text
from bot.messages.kit.scene import Scene
from bot.texts import Translator, escape, game_argument, which_game
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import HasFeats, HasLadder


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


EVERYWHERE = "all"
"""In a custom_id: the rubbers in all servers."""


class Counted(NamedTuple):
    """A number of something, and what it counts."""

    number: int
    label: str


@page_of.register
def profile(scene: ProfileScene, reader: Reader, post: str = "") -> PageOfItems:
    """The profile in words (left out where a picture says it), with a button to the other servers and back."""
    words, told = reader.words, lines(scene, reader.words)
    buttons = []
    if scene.has_more:
        key, to = ("profile.to-server", "") if scene.guild is None else ("profile.to-everywhere", EVERYWHERE)
        buttons.append(
            button(words(key), custom_ids.write("profile", None, str(scene.discord_id), to, *game_argument(scene.game)))
        )
    return layout(
        text(words("profile.title", name=escape(scene.name))),
        text(where(scene, words)) if not told else Unpictured(where(scene, words)),
        Unpictured("\n".join(told)) if told else text(words("profile.none")),
        text(*ratings(scene, words), reliability(scene, words)),
        *rows(buttons),
        colour=YOURS,
    )


def ratings(scene: ProfileScene, words: Translator) -> Iterator[str]:
    """The ratings in words, a line for each size of tables."""
    for one in scene.ratings:
        told = {"players": words.count("profile.players", one.size), "points": one.points}
        if one.games < one.needed:
            yield words("profile.rating-new", **told, games=one.games, needed=one.needed)
        else:
            yield words("profile.rating", **told)


def reliability(scene: ProfileScene, words: Translator) -> str:
    """The share of plays in time; "" before the first deadline."""
    if not scene.profile.deadlines:
        return ""
    return words("profile.reliability", percent=scene.reliability)


def where(scene: ProfileScene, words: Translator) -> str:
    """The place where the rubbers were played; and which game, if there are several."""
    here = words("profile.everywhere") if scene.guild is None else words("profile.here", guild=escape(scene.guild))
    return words("list.dot").join([here, *which_game(scene.game, words)])


def lines(scene: ProfileScene, words: Translator) -> list[str]:
    """The numbers in words, a line each; none if there is nothing to tell."""
    if not scene.profile.hands and not scene.profile.sizes and not scene.days:
        return []
    of_sizes = [
        words("profile.of-size", players=players(one, words), won=rubbers_won(one, words))
        for one in scene.profile.sizes
    ]
    return [*of_sizes, *(words("profile.line", n=one.number, what=one.label) for one in counts(scene, words))]


def players(one: RubbersOfSize, words: Translator) -> str:
    """The size of a table in words."""
    return words.count("profile.players", one.size)


def rubbers_won(one: RubbersOfSize, words: Translator) -> str:
    """The rubbers won, of those played."""
    return words("profile.won", won=one.won, played=one.played)


def counts(scene: ProfileScene, words: Translator) -> Iterator[Counted]:
    """Everything that is counted but rubbers."""
    found, rules = scene.profile, registry.game(scene.game)
    numbers = {"hands": found.hands, "tricks": found.tricks, "streak": found.streak, "longest": found.longest}
    for name, number in numbers.items():
        yield Counted(number, words.count(f"profile.{name}", number))
    for feat in rules.feats if isinstance(rules, HasFeats) else ():
        number = found.feats.get(feat, 0)
        yield Counted(number, words.count(f"{scene.game}.feat.{feat}", number))
    if isinstance(rules, HasLadder):
        yield Counted(found.bounces, words.count("profile.bounces", found.bounces))
    yield Counted(scene.days, words.count("profile.days", scene.days))


@parts_of.register
def _profile_alt(scene: ProfileScene, reader: Reader) -> list[Part]:
    told = lines(scene, reader.words)
    return droppable([escape(scene.name), where(scene, reader.words), *told]) if told else []
