"""A game in a minute: the facts that are told to somebody who has never played it, from its rules."""

from __future__ import annotations

from bot.presentation.lessons.course import course
from bot.presentation.scenes import NewHereScene, TableContext
from bot.texts import rules_page
from rules import registry
from rules.core.capabilities import HasLadder
from rules.core.cards import Card


def new_here(game: str, language: str, head: TableContext | None = None, then: str = "") -> NewHereScene:
    """Return the page for a newcomer; for the number of players at their table, if they come from one."""
    rules = registry.game(game)
    seats = max(rules.seats) if head is None else len(head.holders)
    target = _target(game, seats)
    over = None if target is None else target + 1
    back = rules.climb(seats, over - 2, 2).after if over is not None and isinstance(rules, HasLadder) else None
    pages = [page for topic in rules_page(game, language).topics.values() for page in topic.pages]
    shown = next((page.shown for page in pages if page.shown), ())
    return NewHereScene(
        game, shown, best_first(game), target, over, back, next(iter(course(game).lessons), ""), head, then
    )


def best_first(game: str) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a game in groups, strongest first; without cards that have no fixed place."""
    return tuple(group.cards for group in registry.game(game).order if group.ranked)


def _target(game: str, seats: int) -> int | None:
    rules = registry.game(game)
    options = {option.name: option.default for option in rules.options}
    return rules.view(rules.start(seats, options), None).target
