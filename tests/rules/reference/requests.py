"""Random requests of the four games: deals, options, scores, and plays that the reference holds legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, Final, TypeAlias

from tests.rules.reference import alkort, braus, karnoffel, treikort

ReferenceRequest: TypeAlias = dict[str, Any]

REFERENCES: Final[Mapping[str, Callable[[ReferenceRequest], dict[str, Any]]]] = {
    "alkort": alkort.judge,
    "braus": braus.judge,
    "karnoffel": karnoffel.judge,
    "treikort": treikort.judge,
}
PACKS: Final[Mapping[str, Sequence[str]]] = {
    "alkort": alkort.ROLL,
    "braus": braus.PACK,
    "karnoffel": karnoffel.PACK,
    "treikort": treikort.ROLL,
}
OPTIONS: Final[Mapping[str, Mapping[str, Sequence[str]]]] = {
    "alkort": alkort.OPTIONS,
    "braus": braus.OPTIONS,
    "karnoffel": karnoffel.OPTIONS,
    "treikort": treikort.OPTIONS,
}


def deal(random: Random, pack: Sequence[str], owners: Sequence[int]) -> list[str]:
    """A pack in an order: evenly shuffled, or such that a hand holds cards that are alike in strength or in suit."""
    order = random.choice([list(pack), sorted(pack, key=lambda card: card[1])])
    noise = random.choice([0.1, 0.4, 1, 100]) * len(pack)
    ranked = sorted(order, key=lambda card: order.index(card) + random.random() * noise)
    seats = random.sample(sorted(set(owners)), len(set(owners)))
    places = sorted(range(len(pack)), key=lambda place: (seats.index(owners[place]), random.random()))
    deck = [""] * len(pack)
    for place, card in zip(places, ranked, strict=True):
        deck[place] = card
    return deck


def owners_of(game: str, players: int) -> list[int]:
    """The receiver of each card of the deck, counted from forehand; one more for the stock."""
    if game == "braus":
        return [place % players for place in range(36)]
    if game == "karnoffel":
        return [place % 4 if place < 20 else 4 for place in range(48)]
    if game == "alkort":
        return [place // 3 % 4 if place < 36 else 4 for place in range(44)]
    return [place // 3 % 3 for place in range(27)]


def split_nine(random: Random, low: int | None) -> list[int]:
    """Nine tricks of three seats; with almost none for `low`, and about as many for the others."""
    few = random.randint(0, 9) if low is None else random.choice([0, 0, 0, 1])
    first = random.randint(0, 9 - few) if low is None else random.randint(3, 9 - few - 3)
    tricks = [first, 9 - few - first]
    tricks.insert(random.randrange(3) if low is None else low, few)
    return tricks


def course(random: Random, hands: int) -> ReferenceRequest:
    """The hands before a hand of Treikort; often two seats near the tricks that make a Pope."""
    number = random.choice([random.randint(1, hands), random.randint(1, hands), hands, 3])
    low = random.choice([None, 0, 1, 2])
    before = [split_nine(random, low) for _ in range(number - 1)]
    return {
        "hand_number": number,
        "past": before[-2:],
        "pope": random.choice([None, 0, 1, 2]) if number >= 4 else None,
        "scores": [sum(hand[seat] for hand in before) for seat in (0, 1, 2)],
    }


def opening(random: Random, game: str) -> ReferenceRequest:
    """A request without plays."""
    players = {"treikort": 3, "braus": random.choice([4, 6])}.get(game, 4)
    values = OPTIONS[game]
    options = {name: random.choice(values[name]) for name in values if random.random() < 0.5}
    request: ReferenceRequest = {"game": game, "players": players, "dealer": random.randrange(players)}
    if options or random.random() < 0.5:
        request["options"] = options
    if game == "treikort":
        request |= course(random, int(options.get("hands", "9")))
    else:
        target = int(options.get("target", values["target"][0]))
        request["scores"] = [random.choice([random.randrange(target), target - 1]) for _ in (0, 1)]
    request["deck"] = deal(random, PACKS[game], owners_of(game, players))
    request["plays"] = []
    return request


def choose(random: Random, game: str, legal: list[list[str]], low: bool) -> list[str]:
    """One of the legal actions, its cards in any order; in a hand of `low` plays often the lowest card."""
    if ["decline"] in legal:
        return ["decline"] if random.random() < 0.4 else random.choice(legal)
    action = random.choice(legal)
    if action[:1] == ["return"]:
        return action
    if low and len(action) == 1 and random.random() < 0.8:
        return max(legal, key=lambda each: PACKS[game].index(each[0]))
    return random.sample(action, len(action))


def prefixes(random: Random, game: str) -> Iterator[tuple[ReferenceRequest, dict[str, Any]]]:
    """The requests of a random hand, a play longer each time, with the reference's answers."""
    request = opening(random, game)
    answer = REFERENCES[game](request)
    low = random.random() < 0.4
    yield request, answer
    while answer["legal"]:
        request = {**request, "plays": [*request["plays"], choose(random, game, answer["legal"], low)]}
        answer = REFERENCES[game](request)
        assert "error" not in answer
        yield request, answer
