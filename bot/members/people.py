"""People: their random keys in the records, and their names, Discord ids and preferences."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from cachetools import LRUCache

from bot.members.preferences import OF_A_PERSON, Preferences, preferences_of
from bot.members.seat_names import computer_name, name_of
from bot.store import PeopleStore, PersonRow
from bot.tables.seat_holders import EMPTY, Holder, SeatHolder
from bot.tables.table import Table
from bot.texts import in_language
from bot.texts.commands import NO_COMMANDS, CommandIds
from bot.texts.reader import NO_EMOJIS, Emojis, Reader

T = TypeVar("T")
REMEMBERED: Final = 20_000


class PeopleService:
    """The people known to the bot, and when each was last active (in this process)."""

    def __init__(self, store: PeopleStore) -> None:
        self._store = store
        self._by_id: LRUCache[int, PersonRow] = LRUCache(REMEMBERED)
        self._by_key: LRUCache[str, PersonRow] = LRUCache(REMEMBERED)
        self._last_active: LRUCache[str, int] = LRUCache(REMEMBERED)
        self._preferences: LRUCache[str, Preferences] = LRUCache(REMEMBERED)
        self.emojis: Emojis = NO_EMOJIS
        self.commands: CommandIds = NO_COMMANDS
        self._erased = 0
        """The number of people erased in this process."""
        self.changes = 0
        """Counts new, renamed and erased people: a cache made from names is stale when this has changed."""

    async def meet(self, discord_id: int, name: str, now: int | None, locale: str = "") -> PersonRow:
        """Return the person of a Discord id, made at the first call; keep the name and locale up to date.

        `name`: the one that all servers may see. `now`: when the person acted, ms since the epoch; None if somebody
        else named them.
        """
        name, person = name_of(name, discord_id), self._by_id.get(discord_id)
        if person is None or person.name != name or locale not in ("", person.locale):
            person = self._cache_person(await self._read(lambda: self._store.person(discord_id, name, locale)))
        if now is not None:
            self._last_active[person.key] = now
        return person

    async def find(self, discord_id: int) -> PersonRow | None:
        """Return the person of a Discord id; None for a stranger, who stays one."""
        found = self._by_id.get(discord_id) or await self._read(lambda: self._store.known_person(discord_id))
        return found and found._replace(name=name_of(found.name, discord_id))

    def get_cached(self, discord_id: int) -> PersonRow | None:
        """Return the person of a Discord id if they are in the cache."""
        return self._by_id.get(discord_id)

    async def load_activity(self, since: int) -> None:
        """Load from the records when people last acted, since `since` (ms since the epoch)."""
        for key, at in (await self._store.active_since(since)).items():
            self._last_active[key] = max(at, self._last_active.get(key, 0))

    def last_active(self, key: str) -> int | None:
        """Return when the person last pressed or typed something, ms since the epoch; None if unknown."""
        return self._last_active.get(key)

    async def rows(self, keys: Iterable[str]) -> dict[str, PersonRow]:
        """Return the people of these keys; an erased person has neither name nor id."""
        wanted = set(keys)
        known = {key: self._by_key[key] for key in wanted if key in self._by_key}
        if known.keys() == wanted:
            return known
        found = await self._read(lambda: self._store.people(wanted - known.keys()))
        # remembering one person may evict another wanted one; a person cached during the await is the newer version
        return known | {key: self._by_key.get(key) or self._cache_person(person) for key, person in found.items()}

    async def _read(self, read: Callable[[], Awaitable[T]]) -> T:
        """Read from the store, again if somebody was erased during the read: an erased person must not be cached."""
        while True:
            erased = self._erased
            found = await read()
            if erased == self._erased:
                return found

    async def preferences(self, key: str) -> Preferences:
        known = self._preferences.get(key)
        if known is None:
            found = preferences_of(await self._read(lambda: self._store.preferences(key)))
            return self._preferences.get(key) or self._cache(key, found)  # they may have changed during the await
        return known

    async def change_preference(self, key: str, name: str, value: Any) -> Preferences:
        """Change one preference of a person, None resets it; return the new preferences."""
        return self._cache(key, preferences_of(await self._store.change_preferences(key, {name: value})))

    async def reset_preferences(self, key: str) -> Preferences:
        """Reset all preferences of a person; return the defaults."""
        return self._cache(key, preferences_of(await self._store.change_preferences(key, dict.fromkeys(OF_A_PERSON))))

    def _cache(self, key: str, preferences: Preferences) -> Preferences:
        self._preferences[key] = preferences
        return preferences

    async def reader(self, key: str, language: str) -> Reader:
        """Return a person's reader, in the language they chose, else that of their Discord client, else `language`."""
        preferences = await self.preferences(key)
        chosen = preferences.language
        if not chosen:
            person = (await self.rows([key])).get(key)
            chosen = person.locale if person and person.locale else language
        translator = in_language(chosen, preferences.card_names, self.commands, cites=preferences.paragraphs)
        return Reader(translator, preferences.cards, preferences.four_colours, self.emojis)

    async def holders(self, table: Table) -> tuple[tuple[SeatHolder, ...], dict[str, SeatHolder]]:
        """Return the holders of the seats, seat by seat, and everybody named in the table's record, by key."""
        people = await self.rows(table.people)
        named = {key: SeatHolder(Holder.PERSON, person.name, person.discord_id) for key, person in people.items()}
        names = [people[key].name for key in table.humans if key in people]
        holders = (_seat_holder(table, number, people, names) for number in range(len(table.seats)))
        return tuple(holders), named

    def forget(self, person: PersonRow) -> None:
        """Drop an erased person from the caches."""
        if person.discord_id is not None:
            self._by_id.pop(person.discord_id, None)
        for known in (self._by_key, self._last_active, self._preferences):
            known.pop(person.key, None)
        self.changes += 1
        self._erased += 1

    def _cache_person(self, person: PersonRow) -> PersonRow:
        """Cache a person; return them with the name normalised by `name_of`."""
        self.changes += 1
        if (discord_id := person.discord_id) is not None:
            self._by_id[discord_id] = person = person._replace(name=name_of(person.name, discord_id))
        self._by_key[person.key] = person
        return person


def _seat_holder(table: Table, number: int, people: dict[str, PersonRow], seated: Sequence[str]) -> SeatHolder:
    seat = table.seats[number]
    invitation = table.invitation_of(seat.kept_for) if seat.kept_for else None
    match seat.kind:
        case Holder.PERSON if seat.person in people:
            one = people[seat.person]
            return SeatHolder(Holder.PERSON, one.name, one.discord_id, away=seat.away and seat.away // 1000)
        case Holder.COMPUTER:
            name = computer_name(*table.name_place(number), seated)
            was = people[seat.was].name if seat.was in people else ""
            return SeatHolder(Holder.COMPUTER, name, was=was, open=seat.open)
        case _ if seat.kept_for in people:
            until = invitation.until // 1000 if invitation is not None else 0
            return SeatHolder(Holder.EMPTY, kept_for=people[seat.kept_for].name, kept_until=until or None)
        case _:
            return EMPTY
