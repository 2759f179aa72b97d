"""Karnöffel by its law alone, with the ladders of §3.7 (KARNOFFEL §R)."""

from __future__ import annotations

from typing import Any, Final

from tests.rules.reference.form import (
    ReferenceRefusal,
    is_number,
    read_options,
    replay,
    require,
    require_deck,
    require_keys,
    require_scores,
)

OPTIONS: Final = {
    "target": ["5", *(str(target) for target in range(1, 21) if target != 5)],
    "devil": ["barred", "free"],
    "stop": ["three", "five"],
    "talk": ["open", "closed"],
}
RANKS: Final = "K Q J T 9 8 7 6 5 4 3 2".split()
"""§2.2, high to low."""
PACK: Final = [rank + suit for suit in "CSHD" for rank in RANKS]
PLAIN_LED: Final = "Jc 6c 2c Kp 3c Qp 4c Jp 5c Tp 9p 8p 7p 6p 5p 4p 3p 2p".split()
CHOSEN_LED: Final = "Jc 6c 2c Kc 3c Qc 4c 5c Tc 9c 8c 7c".split()
DEVIL_LED: Final = "Jc 7c 6c 2c Kc 3c Qc 4c 5c Tc 9c 8c".split()
"""§3.7: c is the chosen suit, p the plain suit led."""


def ladder(led: str, chosen: str) -> list[str]:
    """The cards that can win a trick, by the card led, high to low."""
    if led == "7" + chosen:
        steps = DEVIL_LED
    elif led[1] == chosen:
        steps = CHOSEN_LED
    else:
        steps = PLAIN_LED
    return [step.replace("c", chosen).replace("p", led[1]) for step in steps]


def heading(cards: list[str], chosen: str) -> int:
    """The index of the play of a trick that heads: the highest on the ladder of the card led."""
    return cards.index(next(card for card in ladder(cards[0], chosen) if card in cards))


def chosen_suit(turned: list[str]) -> str:
    """The suit that the turned cards name, in the order of the deal (§4.3)."""
    lowest = turned[0]
    for card in turned[1:]:
        if RANKS.index(card[0]) > RANKS.index(lowest[0]):
            lowest = card
    return lowest[1]


class KarnoffelReplay:
    """A hand of Karnöffel."""

    def __init__(self, deck: list[str], dealer: int, options: dict[str, str]) -> None:
        self.options = options
        self.hands: list[list[str]] = [[], [], [], []]
        for place in range(20):
            self.hands[(dealer + 1 + place) % 4].append(deck[place])
        self.turned = [hand[0] for hand in self.hands]
        self.chosen = chosen_suit(deck[:4])
        self.units = [0, 0]
        self.trick: list[str] = []
        self.leader = (dealer + 1) % 4

    def is_over(self) -> bool:
        """True if the hand is over (§6.1, §10.3)."""
        return sum(self.units) == 5 or (self.options["stop"] == "three" and max(self.units) == 3)

    def turn(self) -> int | None:
        """The seat to act."""
        return None if self.is_over() else (self.leader + len(self.trick)) % 4

    def legal(self) -> list[list[str]]:
        """All actions of that seat (§9)."""
        turn = self.turn()
        if turn is None:
            return []
        cards = sorted(self.hands[turn])
        if self.units == [0, 0] and not self.trick and self.options["devil"] == "barred":
            cards = [card for card in cards if card != "7" + self.chosen]
        return [[card] for card in cards]

    def act(self, action: list[str]) -> None:
        """Do one of them."""
        turn = self.turn()
        assert turn is not None
        self.hands[turn].remove(action[0])
        self.trick.append(action[0])
        if len(self.trick) == 4:
            self.leader = (self.leader + heading(self.trick, self.chosen)) % 4
            self.units[self.leader % 2] += 1
            self.trick = []


def read(request: dict[str, Any]) -> KarnoffelReplay:
    """The deal of a request, if all but its plays is right (§R)."""
    require_keys(request, "game players dealer scores deck plays", "karnoffel")
    require(is_number(request["players"], 4, 4), "players are not 4")
    options = read_options(request, OPTIONS)
    require(is_number(request["dealer"], 0, 3), "no such dealer")
    require_scores(request, int(options["target"]))
    require_deck(request, PACK)
    require(type(request["plays"]) is list, "plays are no list")
    return KarnoffelReplay(request["deck"], request["dealer"], options)


def judge(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request (§R)."""
    try:
        hand = read(request)
        replay(hand, request["plays"])
    except ReferenceRefusal as refusal:
        return refusal.answer
    over = hand.is_over()
    scores = [request["scores"][side] + (1 if over and hand.units[side] >= 3 else 0) for side in (0, 1)]
    winners = [side for side in (0, 1) if over and scores[side] >= int(hand.options["target"])]
    return {
        "turn": hand.turn(),
        "legal": hand.legal(),
        "heading": (hand.leader + heading(hand.trick, hand.chosen)) % 4 if hand.trick else None,
        "trick": [[card] for card in hand.trick],
        "units": hand.units,
        "waiting": [0, 0],
        "scores": scores,
        "hands": [sorted(cards) for cards in hand.hands],
        "stock": 28,
        "hand_over": over,
        "rubber_over": bool(winners),
        "winners": winners,
        "chosen": hand.chosen,
        "turned": hand.turned,
        "void": False,
    }
