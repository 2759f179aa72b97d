"""Sentences that depend on what a table has agreed: its options and its number of seats."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from bot.texts.translator import Translator
from rules import registry
from rules.core.contract import Group
from rules.core.options import LENGTH, hands_of


class Agreement(NamedTuple):
    """A game with the options and seats of a table; without a table, with the usual ones."""

    game: str
    options: Mapping[str, str]
    seats: int

    @classmethod
    def usual(cls, game: str) -> Agreement:
        """The game as it is played if nobody chooses otherwise."""
        return cls(game, {}, max(registry.game(game).seats))

    @property
    def chosen(self) -> dict[str, str]:
        """The choice of every option."""
        options = registry.game(self.game).options
        return {option.name: self.options.get(option.name, option.default) for option in options}

    @property
    def unusual(self) -> dict[str, str]:
        """The choices that are not the default ones."""
        usual = {option.name: option.default for option in registry.game(self.game).options}
        return {name: choice for name, choice in self.chosen.items() if choice != usual[name]}

    @property
    def target(self) -> int | None:
        """The score that wins; None if the rubber ends otherwise."""
        rules = registry.game(self.game)
        return rules.view(rules.start(self.seats, self.chosen), None).target

    @property
    def order(self) -> tuple[Group, ...]:
        """The order of the cards before a hand is dealt."""
        rules = registry.game(self.game)
        return rules.view(rules.start(self.seats, self.chosen), None).order or rules.order


def unusual_options(words: Translator, agreement: Agreement) -> list[str]:
    """A line for each option that is not the default."""
    game = agreement.game
    return [
        words("lobby.option", name=words(f"{game}.option.{name}"), choice=words.option(game, name, choice))
        for name, choice in agreement.unusual.items()
    ]


def agreed_words(words: Translator, key: str, agreed: Agreement, **fields: Any) -> str:
    """A sentence of a table, with the plural form of its target.

    A field with the name of an option is filled with the sentence `<key>.<option>.<choice>` (after it `.<seats>`, if
    it depends on them); if some choices have none, theirs is empty, and if all have none, it is the choice itself.
    """
    target = agreed.target
    given = {"target": target, **fields}
    given |= {name: _clause(words, key, name, choice, agreed.seats, given) for name, choice in agreed.chosen.items()}
    given["target"] = target
    told = words.count(key, target or 0, **given)
    return "\n".join(line.rstrip() for line in told.split("\n"))


def _clause(words: Translator, key: str, option: str, choice: str, seats: int, fields: Mapping[str, Any]) -> str:
    for found in (f"{key}.{option}.{choice}.{seats}", f"{key}.{option}.{choice}"):
        if found in words:
            return words(found, **fields)
    if option == LENGTH.name:
        hands = hands_of(choice)
        return "" if hands is None else words.count("agreed.hands", hands)
    return "" if next(_clauses(words, key, option), "") else choice


def _clauses(words: Translator, key: str, option: str) -> Iterator[str]:
    return (own_key for own_key in words.own_keys(key) if own_key.startswith(f"{option}."))
