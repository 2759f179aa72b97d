"""The translator: makes every sentence that people read from catalogue keys, in one language."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, ClassVar, Final

from bot.texts.catalogue import SOURCE_LANGUAGE, card_names, catalogue
from bot.texts.commands import NO_COMMANDS, CommandIds, command_key, with_commands
from bot.texts.escaping import NOBODY, SeatNames, cut, escape
from bot.texts.notices import AdviceReason, Notice, Refusal, Unrated
from rules.core.cards import Card
from rules.core.contract import Fact
from rules.notation import NotationError, NotationFact

log = logging.getLogger(__name__)

SEATS: Final = frozenset({"seat", "of", "turn"})
"""Keys of a fact's `about` that hold a seat: filled in by its name, and as `<key>_number` by its number."""
COUNTED: Final = ("count", "points", "wanted", "most", "hours", "size", "missed", "hands", "target")
"""Keys of a fact's `about` that choose between plural forms: the first one that is present."""
CITATION: Final = re.compile(r" \(§[^()]*\)")
"""The part of a sentence that names the paragraph of the rules from which it follows."""
MOST_PLAYERS: Final = 8
LONGEST: Final = 100
"""The most characters of a user's text that go into a sentence."""
WRITTEN_BY_US: Final = frozenset({"channel", "link", "announcement", "mention", "role", "roles"})
"""Keys of a fact's `about` whose strings are the bot's own or its operator's: they are not escaped or cut."""

KEYS_OF_FACTS: Final[dict[type[StrEnum], str]] = {
    Notice: "news.",
    Refusal: "refused.",
    Unrated: "unrated.",
    AdviceReason: "advice.",
}
"""The kinds of facts that are of no game -> how the keys of their sentences begin. A wing adds its own."""


class MissingTextError(LookupError):
    """A key that no catalogue has, or a field that the sentence needs and was not given."""


class Translator:
    """Makes the sentences of one language: `words("lobby.title", table="Otter")`.

    A missing sentence is a bug: it is logged and the key is returned; `MissingTextError` if `strict`.
    """

    __slots__ = ("_cards", "_commands", "_forms", "_own", "_own_keys", "_spoken", "card_names", "cites", "language")
    strict: ClassVar[bool] = False

    def __init__(
        self,
        language: str = SOURCE_LANGUAGE,
        naming: str = "",
        commands: CommandIds = NO_COMMANDS,
        *,
        cites: bool = True,
    ) -> None:
        """`language`: a language or locale; `naming`: the language of the names of cards ("": the same).

        `cites`: sentences name the paragraph of the rules that they follow from.
        """
        found, named = catalogue(language), card_names(naming)
        self.language = found.language
        self.card_names = named.language
        self._own = found
        self.cites = cites
        self._commands = commands
        forms = with_commands(catalogue(SOURCE_LANGUAGE).forms | found.forms | named.forms, commands)
        self._forms = forms if cites else {key: _without_citations(sentences) for key, sentences in forms.items()}
        self._cards: dict[tuple[str, Card], str] = {}
        self._spoken: dict[Card, str] = {}
        self._own_keys: dict[str, dict[str, str]] = {}

    def __contains__(self, key: str) -> bool:
        return key in self._forms

    @property
    def citing(self) -> Translator:
        """The translator whose sentences name the paragraphs of the rules."""
        return self if self.cites else in_language(self.language, self.card_names, self._commands, cites=True)

    def own_keys(self, game: str) -> Mapping[str, str]:
        """The key of a general sentence -> the key of the game's own in its place, such as `voormsi.trick.side`."""
        if game not in self._own_keys:
            start = f"{game}."
            self._own_keys[game] = {own.removeprefix(start): own for own in self._forms if own.startswith(start)}
        return self._own_keys[game]

    def own_key(self, game: str, key: str) -> str:
        """The key of the game's own sentence in place of a general one, if it has one."""
        return self.own_keys(game).get(key, key)

    def __call__(self, key: str, /, **fields: Any) -> str:
        return self._fill(key, 0, fields)

    def count(self, key: str, n: int, /, **fields: Any) -> str:
        """The sentence for `n` of something, which the sentence may use as `{n}`."""
        return self._fill(key, self._form(key, n), {"n": n, **fields})

    def _form(self, key: str, n: int) -> int:
        """The form of a sentence for `n`, in the language that the sentence is taken from."""
        told_in = self._own if key in self._own.forms else catalogue(SOURCE_LANGUAGE)
        return told_in.form_of(n) if len(self._forms.get(key, ())) > 1 else 0

    def _fill(self, key: str, form: int, fields: Mapping[str, Any]) -> str:
        try:
            return self._forms[key][form].format_map(fields)
        except (LookupError, ValueError) as error:
            if self.strict:
                raise MissingTextError(f"{key} in {self.language}: {error!r}") from error
            log.error("no words for %s in %s: %r", key, self.language, error)
            return key

    def join(self, parts: Sequence[str]) -> str:
        """Join parts: `a`, `a and b`, `a, b and c`."""
        *most, last = parts or ("",)
        return self("list.last", most=self("list.comma").join(most), last=last) if most else last

    def card(self, game: str, card: Card) -> str:
        """Rank and suit, and the name of the card in the game: `K♥ Voormsi`."""
        if (game, card) not in self._cards:
            key = f"{game}.card.{card.code}"
            self._cards[game, card] = self(key, card=card.symbol) if key in self else card.symbol
        return self._cards[game, card]

    def cards(self, game: str, cards: Sequence[Card]) -> str:
        """A play in words: `J♣ Toqutsit and 5♣`."""
        return self.join([self.card(game, card) for card in cards])

    def score(self, score: int, target: int | None) -> str:
        """A score, with the target if there is one: `3 of 9`."""
        return str(score) if target is None else self("picture.score", score=score, target=target)

    def spoken_card(self, card: Card) -> str:
        """A card for screen readers: `king of hearts`."""
        if card not in self._spoken:
            rank, suit = self(f"card.rank.{card.rank}"), self(f"card.suit.{card.suit}")
            self._spoken[card] = self("card.spoken", rank=rank, suit=suit)
        return self._spoken[card]

    def option(self, game: str, name: str, choice: str) -> str:
        """A choice of an option in words; `hands:5` is the plural sentence `<game>.option.<name>.hands` with five."""
        value, _, number = choice.partition(":")
        key = f"{game}.option.{name}.{value}"
        return self.count(key, int(number)) if number else self(key)

    def command(self, name: str, option: str = "") -> str:
        """The description of a command (`table open`) or of one of its options, at most 100 characters."""
        return self(command_key(name, option))

    def fact(self, game: str, fact: Fact, names: SeatNames = NOBODY) -> str:
        """A fact as a sentence (for what a trick did, a clause without full stop); `names` has seats and sides."""
        return self.tell(fact_key(game, fact.kind), game, fact, names)

    def no_record(self, game: str, error: NotationError) -> str:
        """Return why a text is not the record of a rubber, and in which line; players are named by their numbers."""
        players = SeatNames(tuple(self("record.player", n=n) for n in range(MOST_PLAYERS)))
        why = self.fact(game, error.why, players)
        return why if error.line is None else self("record.at-line", line=error.line, why=why)

    def tell(self, key: str, game: str, fact: Fact, names: SeatNames = NOBODY) -> str:
        """The sentence `key`, filled with the data of a fact; `game` in it is the one of what it says."""
        game = fact.about.get("game", game)
        fields: dict[str, Any] = {"paragraph": fact.paragraph}
        for name, value in fact.about.items():
            fields[name] = self._field_text(game, name, value, names)
            if name in SEATS and value is not None:
                fields[name + "_number"] = value + 1
        counted = next((fact.about[name] for name in COUNTED if name in fact.about), 1)
        return self._fill(key, self._form(key, counted), fields)

    def _field_text(self, game: str, name: str, value: Any, names: SeatNames) -> Any:
        match value:
            case None:
                return self("record.nothing")
            case Card():
                return self.card(game, value)
            case Fact():
                return self.fact(game, value, names)
            case str():
                return value if name in WRITTEN_BY_US else escape(cut(value, LONGEST))
            case tuple() if name == "permissions":
                return self.join([self(f"permission.{permission}") for permission in value])
            case tuple() if name == "games":
                return self.join([self(f"{played}.name") for played in value])
            case tuple() if name == "reasons":
                return self("list.reasons").join(self.fact(game, reason, names) for reason in value)
            case tuple():
                part_name = "side" if name == "sides" else name
                return self.join([str(self._field_text(game, part_name, part, names)) for part in value])
            case int() if name in SEATS:
                return self._name_at(names.seats, "seat.number", value)
            case int() if name == "side":
                return self._name_at(names.sides, "side.number", value)
        return value

    def _name_at(self, names: tuple[str, ...], otherwise: str, index: int) -> str:
        return names[index] if index < len(names) else self(otherwise, n=index + 1)


def fact_key(game: str, kind: StrEnum) -> str:
    """The key of the sentence for a kind of fact: notices, refusals, errors in a notation, facts of the game."""
    if isinstance(kind, NotationFact):
        return f"record.{kind.value.removeprefix('notation_')}"
    return KEYS_OF_FACTS.get(type(kind), f"{game}.fact.") + kind.value


def _without_citations(sentences: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(CITATION.sub("", sentence) for sentence in sentences)


def in_language(
    language: str, card_names: str = "", commands: CommandIds = NO_COMMANDS, *, cites: bool = False
) -> Translator:
    """The shared `Translator` of a language or locale (`en`, `da`, `en-GB`).

    `card_names`: another naming of cards. `cites`: as in `Translator`.
    """
    return _words(catalogue(language).language, card_names, commands, cites)


@cache
def _words(language: str, naming: str, commands: CommandIds, cites: bool) -> Translator:
    return Translator(language, naming, commands, cites=cites)
