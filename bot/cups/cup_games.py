"""The game of a cup: which entrants and how many hands of a match suit it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.cups.cup_notices import CupRefusal
from bot.cups.cup_rules import CupRules, EntrantKind
from bot.texts import offered_games
from bot.texts.notices import Refusal, fact
from rules import registry
from rules.core.contract import Fact
from rules.core.options import hands_options, of_hands

WHOLE: Final = 0
"""In place of a number of hands: a whole rubber."""


def entrants(game: str) -> tuple[EntrantKind, ...]:
    """The kinds of entrants whose tables have as many seats as the game."""
    return tuple(kind for kind in EntrantKind if kind.seats in registry.game(game).seats)


def hands(game: str) -> tuple[int, ...]:
    """The numbers of hands that a match may have, `WHOLE` among them where a rubber ends otherwise."""
    return tuple(hands_options(registry.game(game).options))


def suited(games: Iterable[str]) -> tuple[str, ...]:
    """The games that cups can be played in."""
    return tuple(game for game in games if entrants(game))


def options(game: str, hands: int) -> dict[str, str]:
    """The options of a table for so many hands."""
    found = registry.game(game).options
    usual = {option.name: option.default for option in found}
    return usual if hands == WHOLE else usual | of_hands(found, hands)


def unsuited(rules: CupRules) -> Fact | None:
    """Return why a cup with these rules cannot be played in its game; None: it can."""
    if rules.game not in offered_games():
        return fact(Refusal.UNKNOWN_GAME, game=rules.game)
    if (why := other_seats(rules.game, rules.entrants)) is not None:
        return why
    if rules.hands != WHOLE and rules.hands not in hands(rules.game):
        return fact(CupRefusal.HANDS_OF_GAME, games=(rules.game,), choices=hands(rules.game))
    return None


def other_seats(game: str, kind: EntrantKind) -> Fact | None:
    """Return that tables of a game have other seats than such entrants need; None if they have the same."""
    if kind in entrants(game):
        return None
    return fact(CupRefusal.SEATS_OF_GAME, games=(game,), seats=registry.game(game).seats)


def fitted(rules: CupRules) -> CupRules:
    """Return the rules with entrants and hands that suit the game."""
    kinds = entrants(rules.game)
    if kinds and rules.entrants not in kinds:
        rules = rules._replace(entrants=kinds[0])
    return with_nearest_hands(rules)


def with_nearest_hands(rules: CupRules) -> CupRules:
    """Return the rules with a number of hands that suits the game."""
    nearest = min(hands(rules.game), key=lambda number: (abs(number - rules.hands), number))
    return rules._replace(hands=nearest)
