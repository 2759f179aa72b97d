"""Drafts: the rules of a cup that is being made, what can be chosen in them, what a choice changes; and templates.

A template is rules that a guild keeps to make cups of them again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.cups import appointments, cup_rules, durations
from bot.cups.cup_rules import (
    ALLOWED_REMEDIES,
    MOST_ROUNDS,
    Case,
    CupRules,
    EntrantKind,
    Format,
    SeedOrder,
    invalid,
    sizes,
)
from bot.cups.match_tables import unrated_reason
from bot.cups.notices import CupRefusal
from bot.cups.suspended_cups import missing_game
from bot.runtime.times import DAY, HOUR, MINUTE, YEAR
from bot.store import Condition, CountedRows, CupDraftStore, FewerThan
from bot.tables import table_terms
from bot.texts.notices import RequestRefused, fact
from rules.core.contract import Fact

SIZES: Final = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 96, 128, 200, 256, 400, 1000)
ROUNDS: Final = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 15, 20)
HANDS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 0)
QUALIFIERS: Final = (2, 4, 8, 16, 32, 64)
ROUND_TIMES: Final = (
    *(minutes * MINUTE for minutes in (10, 15, 20, 30, 45)),
    *(hours * HOUR for hours in (1, 2, 3, 4, 6, 12)),
    *(days * DAY for days in (1, 2, 3, 4, 5, 7, 14, 21, 28)),
)
PACES: Final = tuple(name for name, pace in table_terms.NAMED.items() if pace.play is not None)
OPENS_BEFORE: Final = (0, HOUR, 3 * HOUR, 12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
RELIABILITIES: Final = (0, 70, 80, 90, 95)
SLOW_HANDS: Final = 3
"""Hands of a match where a play may take a day."""
ROOM: Final = 2
"""A round has so many times the time that it usually takes."""
MOST_QUALIFIERS: Final = 8
MOST_TEMPLATES: Final = 25
"""A menu shows no more."""
OF_APPOINTMENTS: Final = ("pace", "round_time")
"""The fields on which it depends whether appointments are usual."""
GONE: Final = "gone"
"""The cases of somebody who plays no more, chosen together."""
GONE_CASES: Final = (Case.LEFT, Case.BANNED, Case.ERASED, Case.WITHDRAWN)
REMEDIES: Final[Mapping[str, tuple[Case, ...]]] = {
    Case.TIME_OVER: (Case.TIME_OVER,),
    Case.ONE_ABSENT: (Case.ONE_ABSENT,),
    Case.BOTH_ABSENT: (Case.BOTH_ABSENT,),
    GONE: GONE_CASES,
    Case.BOT_OUT: (Case.BOT_OUT,),
}
"""The cases that are chosen together, by the name of the choice."""


ROLES: Final[Mapping[str, int]] = {"roles": 10, "role": 1}
"""The fields that are roles of the server, and the most that can be chosen."""


def usual(name: str, chosen: Format, kind: EntrantKind, given: Mapping[str, Any]) -> CupRules:
    """Return the rules of a new cup; `given`: what was chosen, None for what is as usual."""
    rules = CupRules(name, chosen, kind)._replace(**{key: value for key, value in given.items() if value is not None})
    kind = rules.entrants
    least, most = sizes(chosen, kind)
    if given.get("least") is None:
        rules = rules._replace(least=max(rules.least, least))
    if given.get("most") is None:
        rules = rules._replace(most=max(rules.least, min(rules.most, most)))
    if given.get("hands") is None:
        is_slow = table_terms.pace(rules.pace).is_slow
        rules = cup_rules.with_nearest_hands(rules._replace(hands=SLOW_HANDS) if is_slow else rules)
    if given.get("round_time") is None:
        needed = ROOM * usual_time(rules)
        longest = min(needed // DAY * DAY, YEAR)
        rules = rules._replace(round_time=next((time for time in ROUND_TIMES if time >= needed), longest))
    if given.get("appointments") is None:
        rules = rules._replace(appointments=appointments.usual(rules))
    qualifiers = max((few for few in QUALIFIERS if few <= min(rules.least, MOST_QUALIFIERS)), default=0)
    enough = max(1, (rules.hands or durations.HANDS_OF_RUBBER) // 2)
    return rules._replace(qualifiers=qualifiers if chosen is Format.SWISS_KNOCK_OUT else 0, enough_hands=enough)


def choices(rules: CupRules, games: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
    """Return what can be chosen for each field, as text; what is chosen now is among it. `games`: of the server."""
    found = {
        "game": tuple(dict.fromkeys((*cup_rules.games_for_cups(games), rules.game))) if games else (),
        "entrants": tuple(dict.fromkeys((*cup_rules.kinds_in(rules.game), rules.entrants))),
        "least": _numbers(SIZES, rules.least, lambda size: size <= rules.most),
        "most": _numbers(SIZES, rules.most, lambda size: size >= rules.least),
        "format": tuple(offered_formats(rules)),
        "rounds": _numbers(ROUNDS, rules.rounds, lambda number: number <= MOST_ROUNDS) if rules.swiss_rounds else (),
        "qualifiers": _qualifiers(rules),
        "hands": _hands(rules),
        "pace": tuple(dict.fromkeys((*PACES, rules.pace))),
        "round_time": _numbers(ROUND_TIMES, rules.round_time, lambda time: usual_time(rules) <= time),
        "private": ("no", "yes"),
        "seeds": () if rules.is_round_robin else tuple(SeedOrder),
        "check_in": ("no", "yes"),
        "appointments": ("no", "yes") if appointments.may_have(rules) else (),
        "auto_start": ("yes", "no"),
        "events": ("no", "yes"),
        "opens_before": _numbers(OPENS_BEFORE, rules.opens_before, lambda _: True) if rules.sign_up_until else (),
        "rated": () if unrated_reason(rules) else ("yes", "no"),
        "reliability": tuple(map(str, sorted({*RELIABILITIES, rules.reliability}))),
        "role_moves": ("yes", "no") if rules.role else (),
        "enough_hands": tuple(map(str, range(1, (rules.hands or durations.HANDS_OF_RUBBER) + 1))),
        **{name: tuple(sorted(ALLOWED_REMEDIES[cases[0]])) for name, cases in REMEDIES.items()},
    }
    return {field: values for field, values in found.items() if values}


def _numbers(offered: Iterable[int], now: int, allowed: Callable[[int], bool]) -> tuple[str, ...]:
    """Return the numbers that are allowed, and the one that is chosen now; 0 comes last."""
    found = {number for number in offered if allowed(number)} | {now}
    return tuple(str(number) for number in sorted(found, key=lambda number: (number == 0, number)))


def _hands(rules: CupRules) -> tuple[str, ...]:
    """Return the hands that a match may have in the game; not every number where there are many."""
    possible = cup_rules.match_hands(rules.game)
    offered = possible if len(possible) <= len(HANDS) else HANDS
    return _numbers(offered, rules.hands, lambda number: number in possible)


def _qualifiers(rules: CupRules) -> tuple[str, ...]:
    if rules.format is not Format.SWISS_KNOCK_OUT:
        return ()
    return _numbers(QUALIFIERS, rules.qualifiers, lambda number: number <= rules.least)


def offered_formats(rules: CupRules) -> list[Format]:
    """Return the formats that all sizes of the cup may play."""
    return [form for form in Format if _allows(form, rules)]


def _allows(one: Format, rules: CupRules) -> bool:
    least, most = sizes(one, rules.entrants)
    return least <= rules.least and rules.most <= most


def usual_time(rules: CupRules) -> int:
    """Return how long a round usually takes, in ms."""
    return durations.round_time(rules).usual


def chosen_value(rules: CupRules, field: str) -> str:
    """Return what is chosen for a field, as `choices` names it."""
    if field in REMEDIES:
        return rules.remedy(REMEDIES[field][0])
    value = getattr(rules, field)
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def chosen_roles(rules: CupRules, field: str) -> tuple[int, ...]:
    """Return the roles that are chosen for a field."""
    if field == "roles":
        return rules.roles
    return (rules.role,) if rules.role else ()


def with_roles(rules: CupRules, field: str, chosen: Sequence[int]) -> CupRules:
    """Return the rules after a choice of roles. Raises ValueError for no such field."""
    if field not in ROLES:
        raise ValueError(f"no roles can be chosen for {field!r}")
    if field == "roles":
        return rules._replace(roles=tuple(chosen))
    return rules._replace(role=next(iter(chosen), 0))


def change(rules: CupRules, field: str, value: str, games: Sequence[str] = ()) -> CupRules:
    """Return the rules after a choice, with what no longer fits changed, too. Raises ValueError for no such choice."""
    if value not in choices(rules, games).get(field, ()):
        raise ValueError(f"{value!r} cannot be chosen for {field!r}")
    found = _fit(_change_field(rules, field, value))
    return found._replace(appointments=appointments.usual(found)) if field in OF_APPOINTMENTS else found


def with_times(rules: CupRules, sign_up_until: int, round_time: int) -> CupRules:
    """Return the rules with a start (ms since the epoch; 0: none) and the time of a round."""
    found = rules._replace(sign_up_until=sign_up_until, round_time=round_time)
    return found if round_time == rules.round_time else found._replace(appointments=appointments.usual(found))


def _change_field(rules: CupRules, field: str, value: str) -> CupRules:
    if field in REMEDIES:
        return rules._replace(remedies={**rules.remedies, **dict.fromkeys(REMEDIES[field], value)})
    kinds: Mapping[str, Callable[[str], Any]] = {
        "game": str,
        "entrants": EntrantKind,
        "format": Format,
        "pace": str,
        "seeds": SeedOrder,
    }
    is_yes_or_no = isinstance(getattr(rules, field), bool)
    found: Any = value == "yes" if is_yes_or_no else kinds.get(field, int)(value)
    return rules._replace(**{field: found})


def _fit(rules: CupRules) -> CupRules:
    """Return the rules with what their game and sizes allow, and no more qualifiers or hands than there are."""
    rules = cup_rules.fit_to_game(rules)
    offered = offered_formats(rules)
    if rules.format not in offered and offered:
        rules = rules._replace(format=offered[0])
    if rules.format is Format.SWISS_KNOCK_OUT:
        rules = rules._replace(qualifiers=max(2, min(rules.qualifiers or rules.least, rules.least)))
    return rules._replace(enough_hands=min(rules.enough_hands, rules.hands or rules.enough_hands))


def refusal(rules: CupRules) -> Fact | None:
    """Return why there can be no cup with these rules; None: there can."""
    return invalid(rules) or cup_rules.unsuited_reason(rules) or durations.impossible(rules)


def require_installed_game(rules: CupRules) -> CupRules:
    """Return rules that were kept. Raises RequestRefused if they wait for their game, which is not installed."""
    if (game := missing_game(rules.game)) is not None:
        raise RequestRefused(fact(CupRefusal.RULES_WAIT, name=rules.name, of_game=game))
    return rules


class CupDrafts:
    """The drafts of all organisers."""

    def __init__(self, store: CupDraftStore) -> None:
        self._store = store

    async def get(self, guild_id: int, person: str) -> CupRules:
        """Return the rules that a person is making. Raises RequestRefused if there are none, or their game is gone."""
        found = await self._store.cup_draft(guild_id, person)
        if found is None:
            raise RequestRefused(fact(CupRefusal.NO_DRAFT))
        return require_installed_game(cup_rules.read(found))

    async def keep(self, guild_id: int, person: str, rules: CupRules) -> None:
        await self._store.put_cup_draft(guild_id, person, cup_rules.write(rules))

    async def drop(self, guild_id: int, person: str) -> None:
        await self._store.drop_cup_draft(guild_id, person)


class CupTemplates:
    """The templates of all guilds."""

    def __init__(self, store: CupDraftStore) -> None:
        self._store = store

    async def of_guild(self, guild_id: int) -> dict[str, CupRules]:
        return {name: cup_rules.read(rules) for name, rules in (await self._store.cup_templates(guild_id)).items()}

    async def get(self, guild_id: int, name: str) -> CupRules:
        """Return the rules of a template. Raises RequestRefused if there is none."""
        found = {key.casefold(): rules for key, rules in (await self.of_guild(guild_id)).items()}
        if (rules := found.get(name.strip().casefold())) is None:
            raise RequestRefused(fact(CupRefusal.NO_TEMPLATE, name=name))
        return rules

    async def keep(self, guild_id: int, rules: CupRules, right: Sequence[Condition] = ()) -> None:
        """Keep rules under their name, without the time of a start, in place of those that had this name.

        `right`: the conditions of who keeps them.
        """
        if not rules.name.strip():
            raise RequestRefused(fact(CupRefusal.NO_NAME))
        known = await self._store.cup_templates(guild_id)
        name = next((other for other in known if other.casefold() == rules.name.casefold()), rules.name)
        if name not in known and len(known) >= MOST_TEMPLATES:
            raise RequestRefused(fact(CupRefusal.TOO_MANY_TEMPLATES, most=MOST_TEMPLATES))
        kept = cup_rules.write(rules._replace(name=name, sign_up_until=0))
        fewer = FewerThan(MOST_TEMPLATES, CountedRows.TEMPLATES_OF_GUILD, guild_id)
        await self._store.put_cup_template(
            guild_id, name, kept, conditions=(*right, *(() if name in known else (fewer,)))
        )

    async def drop(self, guild_id: int, name: str) -> None:
        """Forget a template, and make no more cups of it. Raises RequestRefused if there is none."""
        known = {name.casefold(): name for name in await self._store.cup_templates(guild_id)}
        if not await self._store.drop_cup_template(guild_id, known.get(name.strip().casefold(), name)):
            raise RequestRefused(fact(CupRefusal.NO_TEMPLATE, name=name))
