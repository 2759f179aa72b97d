"""The texts about one table for one reader, with the names of the people seated there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, Final, Protocol

from discord import ButtonStyle

from bot.discord_api import custom_ids
from bot.members.seat_names import Sides, plain_names
from bot.messages.kit import ui
from bot.messages.kit.game_looks import Order, emblems
from bot.messages.kit.scene import RoundTitle, TableContext, agreement_of
from bot.runtime.times import UNITS
from bot.tables import table_terms
from bot.tables.seat_holders import PlayPlace, SeatHolder
from bot.texts import SeatNames, Translator, escape
from bot.texts.agreed_options import agreed_words
from bot.texts.escaping import cut
from bot.texts.reader import Reader
from bot.texts.translator import fact_key
from rules.core.cards import Card
from rules.core.contract import Event, Fact, Play, PlayAccount, SeatAction, TrickAccount

MATCH: Final = "match"
"""The beginning of keys of sentences that a table of a cup says in place of general ones: `match.trick.seat-open`."""
MY_MATCH: Final = "cup-mine"
"""The verb of the button to one's own page of a cup."""
NAMED_ROUNDS: Final = (1, 2, 4)
"""The numbers of matches of the knock-out rounds that have names of their own."""
REASON: Final = 200
"""The most characters of a reason that are shown."""


def as_reason(text: str) -> str:
    """Return a typed reason as it is shown."""
    return escape(cut(text, REASON))


def cup_pause_notice(reason: str, words: Translator) -> str:
    """Return that the organisers have paused a cup, why ("": that is not told), and what happens next."""
    return words("cup.held-why", reason=as_reason(reason)) if reason else words("cup.held")


def round_name(of: RoundTitle, words: Translator) -> str:
    """A round by its number, or by what it is in a knock-out: semi-finals."""
    if of.matches in NAMED_ROUNDS:
        return words(f"cup.knock-out.{of.matches}")
    if of.matches:
        return words("cup.knock-out.of", n=2 * of.matches)
    return words("cup.round", n=of.number, of=of.rounds)


class TableText:
    """Builds the texts and buttons about the table of `head`.

    `post`: the name of the post that the buttons are on ("": none). `plainly`: cards have no emojis, as in
    alt texts. `order`: the order of the hand (`View.order`), in which some cards may have names of their own.
    """

    __slots__ = (
        "_form",
        "_formers",
        "_match_keys",
        "_named_cards",
        "_own_keys",
        "_replaced",
        "emojis",
        "game",
        "head",
        "names",
        "plain",
        "post",
        "reader",
        "strangers",
        "words",
    )

    def __init__(
        self,
        reader: Reader,
        head: TableContext,
        post: str = "",
        sides: Sides = (),
        plainly: bool = False,
        order: Order = (),
    ) -> None:
        self.reader = reader
        self.words = words = reader.words
        self.head = head
        self.game = head.game
        self._own_keys = words.own_keys(head.game)
        self._match_keys = words.own_keys(MATCH) if head.of_cup else {}
        self._named_cards = _named_cards(words, head.game, order)
        self.post = post
        self.emojis = not plainly and bool(reader.emojis)
        self.plain = plain_names(words, head.holders)
        self.names = _names(words, self.plain, sides)
        self._form = sides, plainly, order
        self._formers: tuple[str, ...] = ()
        self._replaced: tuple[str, ...] = ()
        self.strangers: frozenset[int] = frozenset()
        """The seats that are named after people who do not hold them any more."""

    def at_trick(self, hand: int, trick: int, plays: Sequence[Play | PlayAccount]) -> TableText:
        """Return these texts with the names of those who made the plays of a trick, if others have their seats now."""
        if not self.head.past:
            return self
        seats = [play.seat for play in plays]
        found = self._rebuild(self.head.at_trick(hand, trick, seats))
        places = [(seat, PlayPlace(hand, trick, number)) for number, seat in enumerate(seats)]
        found._formers = tuple(self._former(seat, place) for seat, place in places)
        found._replaced = tuple(self.replaced_at(seat, place) for seat, place in places)
        return found

    def replaced(self, play: int) -> str:
        """The name of the person for whom a computer made a play of the trick (see `at_trick`); "" if none did."""
        return self._replaced[play] if self._replaced else ""

    def at_end(self, hand: int) -> TableText:
        """Return these texts with the names of those who held the seats when a hand ended."""
        return self._rebuild(self.head.at_end(hand)) if self.head.past else self

    def _rebuild(self, head: TableContext) -> TableText:
        found = TableText(self.reader, head, self.post, *self._form)
        found.strangers = frozenset(seat for seat, name in enumerate(found.plain) if name != self.plain[seat])
        return found

    def at_account(self, account: TrickAccount) -> TableText:
        """Return these texts with the names of those who made the plays of a finished trick."""
        return self.at_trick(account.hand_number, account.number, account.plays)

    def former(self, play: int) -> str:
        """The name of who made a play of the trick (see `at_trick`); "" if they still have the seat."""
        return self._formers[play] if self._formers else ""

    def replaced_at(self, seat: int, place: PlayPlace) -> str:
        """The name of the person for whom a computer made a play or move; "" if none did."""
        return escape(self.head.player(seat, place).was)

    def player(self, seat: int, place: PlayPlace | None) -> str:
        """The name of who made a play or move, or held the seat then, escaped; None: its present holder."""
        return (self._former(seat, place) if place else "") or self.seat(seat)

    def side_then(self, side: int, hand: int | None) -> str:
        """The names of a side as it was at the end of a hand; None: as it is."""
        return (self if hand is None else self.at_end(hand)).side(side)

    def plain_player(self, seat: int, place: PlayPlace) -> str:
        """The name of who held a seat at a play, as plain text."""
        return self._plain(seat, self.head.player(seat, place))

    def _plain(self, seat: int, holder: SeatHolder) -> str:
        return plain_names(self.words, self.head.with_holder(seat, holder))[seat]

    def _former(self, seat: int, place: PlayPlace) -> str:
        return self._other(seat, self.head.player(seat, place))

    def _other(self, seat: int, holder: SeatHolder) -> str:
        """The name of a holder of a seat, escaped; "" for the present one."""
        name = self._plain(seat, holder)
        return "" if name == self.plain[seat] else escape(name)

    def __call__(self, key: str, /, **fields: object) -> str:
        return self.words(self._own(key), **fields)

    def count(self, key: str, n: int, /, **fields: object) -> str:
        return self.words.count(self._own(key), n, **fields)

    def _own(self, key: str) -> str:
        return self._match_keys.get(key) or self._own_keys.get(key, key)

    def by_options(self, key: str) -> str:
        """A sentence that depends on the table's options (`agreed_words`)."""
        return agreed_words(self.words, key, agreement_of(self.head))

    def seat(self, seat: int) -> str:
        """The name of the seat's holder, escaped."""
        return self.names.seats[seat]

    def side(self, side: int) -> str:
        """The names of a side, escaped and joined."""
        return self.names.sides[side]

    def person(self, holder: SeatHolder) -> str:
        """A person's name, escaped; a general word for somebody who was erased."""
        return self("news.former") if holder.erased else escape(holder.name)

    def card(self, card: Card) -> str:
        """A card in a text: its emoji, if there is one for the reader, and its name in the game."""
        emoji = self.emoji(card)
        return self.label(card) if emoji is None else f"{emoji} {self.label(card)}"

    def cards(self, cards: Sequence[Card]) -> str:
        """A play in a text; no cards: a pass."""
        return self.words.join([self.card(card) for card in cards]) if cards else self("trick.passes")

    def events(self, events: Iterable[Event], hand: int, seat: int | None = None) -> list[str]:
        """The events of a hand as sentences to the holder of `seat` (None: to everybody), but for those not told.

        Events of a kind that the catalogue tells together, by `<game>.event.<kind>-all`, are one sentence.
        """
        told = list[str]()
        for kind, some in groupby(events, key=lambda event: event.kind):
            together = f"{self.game}.event.{kind}-all"
            if together in self.words:
                told.append(self(together, all=self("list.dot").join(self._part(event, hand, seat) for event in some)))
            else:
                told += [self._event(event, hand, seat) for event in some]
        return [sentence for sentence in told if sentence]

    def _part(self, event: Event, hand: int, seat: int | None) -> str:
        """An event as a part of a sentence: `<game>.event.<kind>-each`, with `-you` if it is the reader's own."""
        own, other = f"{self.game}.event.{event.kind}-each-you", self._doer(event, hand)
        is_own = seat == event.seat and not other and own in self.words
        key = own if is_own else f"{self.game}.event.{event.kind}-each"
        return self(key, name=other or self.seat(event.seat), cards=self.cards(event.cards))

    def _doer(self, event: Event, hand: int) -> str:
        """The name of who did what an event tells, or held the seat then; "" for its present holder."""
        return "" if event.move is None else self._former(event.seat, _place(event, event.move, hand))

    def _receiver(self, event: Event, hand: int) -> str:
        """The name of who held the seat that an event names; "" for its present holder."""
        if event.to is None or event.move is None:
            return ""
        return self._other(event.to, self.head.holder(event.to, _place(event, event.move, hand)))

    def events_of_lessons(self, events: Iterable[Event]) -> list[str]:
        """The events that one has to know to judge a trick: those with a sentence `<game>.lesson.event.<kind>`."""
        told = ((f"{self.game}.lesson.event.{event.kind}", event.cards) for event in events)
        return [self(key, cards=self.cards(cards)) for key, cards in told if key in self.words]

    def _event(self, event: Event, hand: int, seat: int | None) -> str:
        """An event as a sentence, the closest one that the catalogue has; "" if it has none."""
        doer, receiver = self._doer(event, hand), self._receiver(event, hand)
        is_own = event.seat == seat and not doer
        is_to_reader = seat is not None and event.to == seat and not receiver
        key = next(
            (key for key in self._event_keys(event, is_own=is_own, is_to_reader=is_to_reader) if key in self.words), ""
        )
        fields: dict[str, object] = {"name": doer or self.seat(event.seat)}
        if event.cards:
            fields["suit"] = self.words(f"card.suit.{event.cards[0].suit}")
        if event.to is not None:
            fields["to"] = receiver or self.seat(event.to)
        return self(key, cards=self.cards(event.cards), **fields) if key else ""

    def _event_keys(self, event: Event, *, is_own: bool, is_to_reader: bool) -> Iterator[str]:
        """The keys of the sentence for an event, the closest first: `<game>.event.<kind>`, and those for a case.

        `-hidden`: there are cards that the reader may not see. `-you`: the event is the reader's own.
        `-to-you`: it names the reader. `-nothing`: there are no cards.
        """
        game, kind = self.game, event.kind
        if event.hidden:
            yield f"{game}.event.{kind}-hidden"
            return
        if is_own:
            yield f"{game}.event.{kind}-you"
        elif is_to_reader:
            yield f"{game}.event.{kind}-to-you"
        if not event.cards:
            yield f"{game}.event.{kind}-nothing"
        yield f"{game}.event.{kind}"

    def action(self, action: SeatAction) -> str:
        """Return what a seat may do, as a label: the cards of a play, `Pass`, `Keep 8♣`, `Ask Anna`."""
        if isinstance(action, Play):
            return self.labels(action.cards) if action.cards else self("hand.pass")
        fields = {"cards": self.labels(action.cards)}
        if action.to is not None:
            fields["to"] = self.plain[action.to]
        return self(f"{self.game}.move.{action.kind}", **fields)

    def label(self, card: Card) -> str:
        """A card without emoji, for buttons and menus."""
        return self._named_cards.get(card) or self.words.card(self.game, card)

    def labels(self, cards: Sequence[Card]) -> str:
        return self.words.join(list(map(self.label, cards)))

    def emoji(self, card: Card) -> str | None:
        """The markup of a card's emoji, for a button or a choice."""
        if not self.emojis:
            return None
        order = self._form[2]
        return self.reader.card_emoji(card, is_special=card.code in emblems(self.game, order))

    def fact(self, fact: Fact) -> str:
        key = fact_key(self.game, fact.kind)
        return self.tell(self._match_keys.get(key, key), fact)

    def brief(self, fact: Fact) -> str:
        """A fact in few words: `<game>.brief.<kind>` if there is such a sentence."""
        key = f"{self.game}.brief.{fact.kind}"
        return self.tell(key, fact) if key in self.words else self.fact(fact)

    def tell(self, key: str, fact: Fact) -> str:
        return self.words.tell(key, self.game, fact, self.names)

    def table(self) -> str:
        return escape(self.head.name)

    def card_list(self, cards: Iterable[Card]) -> str:
        """Cards without emojis, in a list with dots."""
        return self("list.dot").join(map(self.label, cards))

    def mention(self, seat: int) -> str:
        """A mention of the seat's holder; the name if no person sits there."""
        holder = self.head.holders[seat]
        return self.seat(seat) if holder.discord_id is None else f"<@{holder.discord_id}>"

    def match_line(self) -> str:
        """The cup and the round of which the table plays a match, in a small line; "" for other tables."""
        of = self.head.match
        return "" if of is None else self("hand.match", cup=escape(of.name), round=round_name(of.round, self.words))

    def own_match(self) -> list[ui.Button]:
        """The button to one's own page of the table's cup: how one stands there, and what comes next."""
        if self.head.match is None:
            return []
        pressed = custom_ids.write(MY_MATCH, None, str(self.head.match.cup))
        return [ui.button(self.words(f"button.{MY_MATCH}"), pressed, ui.MAIN)]

    def button(
        self, verb: str, *args: str, style: ButtonStyle = ui.PLAIN, key: str = "", **fields: object
    ) -> ui.Button:
        """The button for `verb` at this table; its label is the text of `key`, by default that of the verb."""
        label = self.words(f"button.{key or verb}", **fields)
        return ui.button(label, self.custom_id(verb, *args), style)

    def links(self, key: str = "table", **fields: object) -> list[ui.Button]:
        """The button that opens the table's channel; none as long as the table has no link."""
        return ui.links(self(f"button.{key}", **fields), self.head.link)

    def custom_id(self, verb: str, *args: str) -> str:
        """The custom_id of `verb` at this table.

        It contains the post's name, by which the message is found again.
        """
        return custom_ids.write(verb, self.head.table, *args, post=self.post)

    def play_id(self, verb: str, *args: str) -> str:
        """The custom_id of a play at this table; beside the cards it has no room for the post's name."""
        return custom_ids.write(verb, self.head.table, *args)


def _place(event: Event, move: int, hand: int) -> PlayPlace:
    """The place of an event of a hand: moves come before the plays of their trick."""
    return PlayPlace(hand, event.trick, move=move)


@lru_cache(maxsize=64)
def _named_cards(words: Translator, game: str, order: Order) -> Mapping[Card, str]:
    """The cards that alone form a group with a name for it in this hand: `<game>.in-hand.<group>`."""
    keys = ((f"{game}.in-hand.{group.name}", group.cards) for group in order)
    return {cards[0]: words(key, card=cards[0].symbol) for key, cards in keys if len(cards) == 1 and key in words}


@lru_cache(maxsize=2048)
def _names(words: Translator, plain: tuple[str, ...], sides: Sides) -> SeatNames:
    seats = tuple(escape(name) for name in plain)
    return SeatNames(seats, tuple(words("list.side").join(seats[seat] for seat in side) for side in sides))


def special_line(game: str, kind: str, count: int, cards: str, words: Translator) -> str:
    return words("alt.special", cards=cards, told=words.count(f"{game}.special.{kind}", count))


MOST: Final = 99
"""The largest number of one unit; a time that needs more is written in several units."""


class Telling(Protocol):
    """A source of texts: a `Translator` or a `TableText`."""

    def __call__(self, key: str, /, **fields: Any) -> str: ...

    def count(self, key: str, n: int, /, **fields: Any) -> str: ...


def pace_in_words(written: str, texts: Telling) -> str:
    """A pace in words: a named one by its name, an organiser's own by its times."""
    if written in table_terms.NAMED:
        return texts(f"terms.pace.{written}")
    own = table_terms.pace(written)
    play = span(own.play or 0, texts)
    return texts("terms.pace.own", play=play, bank=span(own.bank, texts)) if own.bank else play


def span(ms: int, texts: Telling) -> str:
    """A duration (ms) in words, to the second: in one unit if its number is small, else in several."""
    for unit, size in UNITS:
        if ms >= size and ms % size == 0 and ms // size <= MOST:
            return texts.count(f"span.{unit}", ms // size)
    told = []
    for unit, size in UNITS:
        count, ms = divmod(ms, size)
        told += [texts.count(f"span.{unit}", count)] if count else []
    return " ".join(told)


def pace_in_short(pace: str, texts: Telling) -> str:
    return texts(f"terms.pace.{pace}.short") if pace in table_terms.NAMED else pace_in_words(pace, texts)


def told_deadline(deadline: int, reserve: int | None, texts: Telling) -> tuple[str, str]:
    """Return when a turn is due, and what is left in reserve after that, "" at a pace without a reserve.

    `deadline`: the end of both, seconds since the epoch; `reserve`: ms.
    """
    due = texts("hand.due", at=deadline - (reserve or 0) // 1000)
    if reserve is None:
        return due, ""
    return due, texts("hand.reserve", time=about_time(reserve, texts)) if reserve else texts("hand.no-reserve")


def due_line(deadline: int, reserve: int | None, texts: Telling) -> str:
    """Return when a turn is due, and what is left in reserve after that."""
    return " ".join(filter(None, told_deadline(deadline, reserve, texts)))


def about_time(ms: int, texts: Telling) -> str:
    """A likely duration, in the largest unit of which it has at least two."""
    unit, count = _about(ms)
    return texts.count(f"span.{unit}", count)


def time_between(least: int, most: int, texts: Telling) -> str | None:
    """Two likely durations as one, such as 12–38 minutes; None if they are told as equal."""
    (unit, first), (other, last) = _about(least), _about(most)
    if (unit, first) == (other, last):
        return None
    if unit == other:
        return texts.count(f"span.{unit}", last, n=f"{first}–{last}")
    return texts("lobby.length-between", least=about_time(least, texts), most=about_time(most, texts))


def _about(ms: int) -> tuple[str, int]:
    unit, size = next((unit for unit in UNITS if ms >= 2 * unit[1]), UNITS[-1])
    return unit, max(1, round(ms / size))
