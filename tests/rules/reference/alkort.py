"""Alkort by its law alone (ALKORT §R)."""

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
    "opening_seven": ["forbidden", "worthless", "strong"],
    "low_eights": ["ranked", "rubbish"],
    "showing": ["highest", "hand", "none"],
    "proof": ["shown", "vouched"],
    "target": ["9", "5", "11", "15", "21"],
}
ROLL: Final = (
    "KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D "
    "2C 2S 2D 3C 3S 3H 3D 9C 9S 4S 4H 4D KC KS KH QC QS QH QD"
).split()
"""§2.5: the pack, too."""
LEVELS: Final = [
    ["8C", "8H", "8D"],
    ["6C", "6S", "6H", "6D"],
    ["JC", "JS", "JH", "JD"],
    ["AC", "AS", "AH", "AD"],
    ["9D"],
    ["9H"],
    ["8S"],
    ["4C"],
    ["2H"],
    ["KD"],
]
"""§2.2: the ranked cards, low to high."""
RANKS: Final = {card: rank for rank, level in enumerate(LEVELS) for card in level}
LOW_EIGHTS: Final = ["8C", "8H", "8D"]
SEVENS: Final = ["7C", "7S", "7H", "7D"]
TWOS: Final = ["2C", "2S", "2D"]
THREES: Final = ["3C", "3S", "3H", "3D"]
KINGS: Final = ["KC", "KS", "KH"]
QUEENS: Final = ["QC", "QS", "QH", "QD"]


def beats(card: str, head: str, options: dict[str, str]) -> bool:
    """Return whether a later card takes the head from a card that is no live Seven (§7.5, §7.6)."""
    ranked = [each for each in RANKS if options["low_eights"] == "ranked" or each not in LOW_EIGHTS]
    if card in ranked:
        return head not in ranked or RANKS[card] > RANKS[head]
    if card in TWOS:
        return head in KINGS or head in QUEENS
    return card in THREES and head in QUEENS


def heading(cards: list[str], opening: bool, options: dict[str, str]) -> int:
    """The index of the play of a trick that heads (§7.3)."""
    if cards[0] in SEVENS and not (opening and options["opening_seven"] == "worthless"):
        return 0
    head = 0
    for place in range(1, len(cards)):
        if beats(cards[place], cards[head], options):
            head = place
    return head


def is_over(sides: list[int]) -> bool:
    """Return whether the hand is over, by the sides that won its tricks (§8.3)."""
    most, least = max(sides.count(0), sides.count(1)), min(sides.count(0), sides.count(1))
    return len(sides) == 9 or (most >= 5 and least >= 1)


def points(sides: list[int]) -> list[int]:
    """The score of a hand, by the sides that won its tricks (§8.4)."""
    earned = [0, 0]
    if is_over(sides):
        side = 0 if sides.count(0) >= 5 else 1
        earned[side] = sides.count(side) if sides[:5] == [side] * 5 else 1
    return earned


def has_right(hand: list[str]) -> bool:
    """Return whether nine cards give a right to the stock (§5.1)."""
    return all(card not in RANKS or card in LOW_EIGHTS for card in hand)


class AlkortReplay:
    """A hand of Alkort."""

    def __init__(self, deck: list[str], dealer: int, options: dict[str, str]) -> None:
        self.options = options
        self.hands: list[list[str]] = [[], [], [], []]
        for place in range(36):
            self.hands[(dealer + 1 + place // 3) % 4].append(deck[place])
        self.stock = deck[36:]
        self.laid_off: list[str] = []
        self.revealed: list[list[str]] = [[], [], [], []]
        self.shown: list[list[str]] = [[], [], [], []]
        self.sides: list[int] = []
        self.trick: list[str] = []
        self.leader = (dealer + 1) % 4
        from_forehand = [(dealer + step) % 4 for step in (1, 2, 3, 4)]
        self.asked = [seat for seat in from_forehand if has_right(self.hands[seat])]
        if not self.asked:
            self.show()

    def show(self) -> None:
        """Show partners what the option says (§6)."""
        for seat, hand in enumerate(self.hands):
            if self.options["showing"] == "highest":
                self.shown[seat] = [next(card for card in ROLL if card in hand)]
            elif self.options["showing"] == "hand":
                self.shown[seat] = sorted(hand)

    def turn(self) -> int | None:
        """The seat to act."""
        if is_over(self.sides):
            return None
        return self.asked[0] if self.asked else (self.leader + len(self.trick)) % 4

    def legal(self) -> list[list[str]]:
        """All actions of that seat (§12, §3.3)."""
        turn = self.turn()
        if turn is None:
            return []
        cards = sorted(self.hands[turn])
        if self.asked:
            return [["decline"], *(["keep", card] for card in cards)]
        if not self.sides and not self.trick and self.options["opening_seven"] == "forbidden":
            cards = [card for card in cards if card not in SEVENS]
        return [[card] for card in cards]

    def act(self, action: list[str]) -> None:
        """Do one of them."""
        turn = self.turn()
        assert turn is not None
        if self.asked:
            self.answer_stock(turn, action)
            return
        self.hands[turn].remove(action[0])
        self.trick.append(action[0])
        if len(self.trick) == 4:
            self.leader = (self.leader + heading(self.trick, not self.sides, self.options)) % 4
            self.sides.append(self.leader % 2)
            self.trick = []

    def answer_stock(self, seat: int, action: list[str]) -> None:
        """Decline the stock, or take it (§5.2 to §5.5)."""
        self.asked = self.asked[1:]
        if action[0] == "keep":
            self.asked = []
            if self.options["proof"] == "shown":
                self.revealed[seat] = sorted(self.hands[seat])
            self.laid_off = sorted(card for card in self.hands[seat] if card != action[1])
            self.hands[seat] = [action[1], *self.stock]
            self.stock = []
        if not self.asked:
            self.show()


def read(request: dict[str, Any]) -> AlkortReplay:
    """The deal of a request, if all but its plays is right (§R.6)."""
    require_keys(request, "game players dealer scores deck plays", "alkort")
    require(is_number(request["players"], 4, 4), "players are not 4")
    options = read_options(request, OPTIONS)
    require(is_number(request["dealer"], 0, 3), "no such dealer")
    require_scores(request, int(options["target"]))
    require_deck(request, ROLL)
    require(type(request["plays"]) is list, "plays are no list")
    return AlkortReplay(request["deck"], request["dealer"], options)


def judge(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request (§R)."""
    try:
        hand = read(request)
        replay(hand, request["plays"])
    except ReferenceRefusal as refusal:
        return refusal.answer
    over = is_over(hand.sides)
    earned = points(hand.sides)
    scores = [request["scores"][side] + earned[side] for side in (0, 1)]
    winners = [side for side in (0, 1) if over and scores[side] >= int(hand.options["target"])]
    head = (hand.leader + heading(hand.trick, not hand.sides, hand.options)) % 4 if hand.trick else None
    return {
        "turn": hand.turn(),
        "phase": "over" if over else "exchange" if hand.asked else "play",
        "legal": hand.legal(),
        "heading": head,
        "trick": [[card] for card in hand.trick],
        "units": [hand.sides.count(0), hand.sides.count(1)],
        "points": earned,
        "scores": scores,
        "hands": [sorted(cards) for cards in hand.hands],
        "stock": len(hand.stock),
        "laid_off": hand.laid_off,
        "revealed": hand.revealed,
        "shown": hand.shown,
        "hand_over": over,
        "rubber_over": bool(winners),
        "winners": winners,
    }
