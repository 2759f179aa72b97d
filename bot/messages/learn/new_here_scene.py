"""A game in a minute: the facts that are told to somebody who has never played it, from its rules."""

from __future__ import annotations

from bot.lessons.course import course
from bot.messages.kit.scene import TableContext, agreement_of
from bot.messages.learn.new_here import NewHereScene
from bot.texts import rules_page
from bot.texts.agreement import Agreement
from rules import registry
from rules.core.capabilities import HasLadder
from rules.core.cards import Card


def new_here(game: str, language: str, head: TableContext | None = None, then: str = "") -> NewHereScene:
    """Return the page for a newcomer; for the options and players of their table, if they come from one."""
    rules = registry.game(game)
    agreed = Agreement.usual(game) if head is None else agreement_of(head)
    target = agreed.target
    over = None if target is None else target + 1
    back = rules.climb(agreed.seats, over - 2, 2).after if over is not None and isinstance(rules, HasLadder) else None
    pages = [page for topic in rules_page(game, language).topics.values() for page in topic.pages]
    shown = next((page.shown for page in pages if page.shown), ())
    lesson = next(iter(course(game).lessons), "")
    return NewHereScene(game, shown, best_first(agreed), target, over, back, lesson, head, then)


def best_first(agreed: Agreement) -> tuple[tuple[Card, ...], ...]:
    """Return the cards of a game in groups, strongest first; without cards that have no fixed place."""
    return tuple(group.cards for group in agreed.order if group.ranked)
