"""Who is behind a key: people as the records know them, and as Discord does."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Final, TypeVar

from bot.members.preferences import Preferences, preferences_of
from bot.members.seat_names import name_of
from bot.store import PersonRow, Store
from bot.tables.seat_holders import EMPTY, Holder, SeatHolder
from bot.tables.table import Seat, Table
from bot.texts import in_language
from bot.texts.reader import NO_EMOJIS, Emojis, Reader

T = TypeVar("T")
REMEMBERED: Final = 20_000


class PeopleService:
    """The people that the club has met, and when each was last here (in this process)."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._by_id: OrderedDict[int, PersonRow] = OrderedDict()
        self._by_key: dict[str, PersonRow] = {}
        self._here: dict[str, int] = {}
        self._wishes: OrderedDict[str, Preferences] = OrderedDict()
        self.emojis: Emojis = NO_EMOJIS
        self._erased = 0
        """How many people have been erased."""
        self.changes = 0
        """How often somebody became known or changed the name: what was made of names before is to be made anew."""

    async def meet(
        self, discord_id: int, name: str, now: int | None, locale: str = "", *, renamed: bool = True
    ) -> PersonRow:
        """The person who is here now, with a key made at the first meeting; name (the display name) and locale are kept
        up to date.

        `now`: None where somebody else names the person. Not `renamed`: whoever has a name here keeps it.
        """
        name, person = name_of(name, discord_id), self._by_id.get(discord_id)
        if person is None or (renamed and person.name != name) or locale not in ("", person.locale):
            person = self._remember(
                await self._read(lambda: self._store.person(discord_id, name, locale, renamed=renamed))
            )
        self._by_id.move_to_end(discord_id)
        if now is not None:
            self._here[person.key] = now
        return person

    async def remember_here(self, since: int) -> None:
        """Learn from all records who did something since then, ms since the epoch."""
        for key, at in (await self._store.here_since(since)).items():
            self._here[key] = max(at, self._here.get(key, 0))

    def last_here(self, key: str) -> int | None:
        """When the person last pressed or typed something (milliseconds since the epoch); None: it is not known."""
        return self._here.get(key)

    async def named(self, keys: Iterable[str]) -> dict[str, PersonRow]:
        """Those behind the keys; an erased person has neither name nor id."""
        wanted = set(keys)
        known = {key: self._by_key[key] for key in wanted if key in self._by_key}
        if known.keys() == wanted:
            return known
        found = await self._read(lambda: self._store.people(wanted - known.keys()))
        # to remember one may let go of another who is known, and wanted; who came meanwhile is known better by that
        return known | {key: self._by_key.get(key) or self._remember(person) for key, person in found.items()}

    async def _read(self, read: Callable[[], Awaitable[T]]) -> T:
        """What the store knows; read again if somebody was erased meanwhile, who must not be remembered."""
        while True:
            erased = self._erased
            found = await read()
            if erased == self._erased:
                return found

    async def preferences(self, key: str) -> Preferences:
        """What the person wishes."""
        known = self._wishes.get(key)
        if known is None:
            found = preferences_of(await self._read(lambda: self._store.preferences(key)))
            return self._wishes.get(key) or self._wished(key, found)  # they may have changed meanwhile
        self._wishes.move_to_end(key)
        return known

    async def wish(self, key: str, name: str, value: Any) -> Preferences:
        """Change one wish of a person, None takes it back; what the person wishes then."""
        return self._wished(key, preferences_of(await self._store.wish(key, {name: value})))

    async def take_back_wishes(self, key: str) -> Preferences:
        """All is for the person as by default again."""
        await self._store.take_back_wishes(key)
        return self._wished(key, Preferences())

    def _wished(self, key: str, preferences: Preferences) -> Preferences:
        self._wishes[key] = preferences
        if len(self._wishes) > REMEMBERED:
            self._wishes.popitem(last=False)
        return preferences

    async def reader(self, key: str, language: str) -> Reader:
        """How the person is told things: in the language they chose, else that of their Discord, else `language`."""
        preferences = await self.preferences(key)
        chosen = preferences.language or await self._locale(key) or language
        return Reader(
            in_language(chosen, preferences.card_names), preferences.cards, preferences.four_colours, self.emojis
        )

    async def _locale(self, key: str) -> str:
        person = (await self.named([key])).get(key)
        return person.locale if person else ""

    async def holders(self, table: Table) -> tuple[tuple[SeatHolder, ...], dict[str, SeatHolder]]:
        """Who sits at the table, seat by seat; and everybody who is named there, by key."""
        people = await self.named(table.people)
        named = {key: SeatHolder(Holder.PERSON, one.name, one.discord_id) for key, one in people.items()}
        return tuple(_sitter(seat, people) for seat in table.seats), named

    def forget(self, person: PersonRow) -> None:
        """The person has been erased."""
        if person.discord_id is not None:
            self._by_id.pop(person.discord_id, None)
        for known in (self._by_key, self._here, self._wishes):
            known.pop(person.key, None)
        self.changes += 1
        self._erased += 1

    def _remember(self, person: PersonRow) -> PersonRow:
        """Keep what the store knows of a person; the person, with a name as `name_of` makes it from now on."""
        self.changes += 1
        if (discord_id := person.discord_id) is not None:
            self._by_id[discord_id] = person = person._replace(name=name_of(person.name, discord_id))
        self._by_key[person.key] = person
        while len(self._by_id) > REMEMBERED:
            _, old = self._by_id.popitem(last=False)
            self._by_key.pop(old.key, None)
            self._here.pop(old.key, None)
        return person


def _sitter(seat: Seat, people: dict[str, PersonRow]) -> SeatHolder:
    match seat.kind:
        case Holder.PERSON if seat.person in people:
            one = people[seat.person]
            return SeatHolder(Holder.PERSON, one.name, one.discord_id, away=seat.away and seat.away // 1000)
        case Holder.COMPUTER:
            return SeatHolder(Holder.COMPUTER, was=people[seat.was].name if seat.was in people else "", open=seat.open)
        case _:
            return EMPTY
