"""Treikort by its law alone (TREIKORT §R)."""

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
)

OPTIONS: Final = {
    "opening_seven": ["forbidden", "strong"],
    "low_ranks": ["ranked", "equal"],
    "hands": ["9", "3", "6", "12", "15", "18"],
}
ROLL: Final = "QC 2S KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D".split()
"""§2.4: the pack, too."""
SEVENS: Final = ["7C", "7S", "7H", "7D"]
HIGH: Final = {"QC": 12, "2S": 11, "KD": 10, "2H": 9, "4C": 8, "8S": 7, "9H": 6, "9D": 5}
"""§2.2: the eight ranks of one card each."""
LOW: Final = {"A": 4, "J": 3, "6": 2, "8": 1}
"""§2.2: the ranks below them."""


def rank(card: str, low_ranks: str) -> int:
    """The rank of a card; none of a Seven."""
    if card in SEVENS:
        return 0
    if card in HIGH:
        return HIGH[card]
    return 1 if low_ranks == "equal" else LOW[card[0]]


def heading(cards: list[str], low_ranks: str) -> int:
    """The index of the play of a trick that heads (§3.1, §6.3)."""
    if cards[0] in SEVENS:
        return 0
    ranks = [rank(card, low_ranks) for card in cards]
    return ranks.index(max(ranks))


def next_pope(pope: int | None, window: list[list[int]]) -> int | None:
    """The Pope after three hands, given as tricks by seat (§5.2 to §5.4)."""
    sums = [sum(hand[seat] for hand in window) for seat in (0, 1, 2)]
    if pope is not None and sums[pope] >= 13:
        return pope
    able = [seat for seat in (0, 1, 2) if sums[seat] >= 13]
    if len(able) < 2:
        return able[0] if able else None
    one, other = able
    if sums[one] != sums[other]:
        return one if sums[one] > sums[other] else other
    for hand in reversed(window):
        if hand[one] != hand[other]:
            return one if hand[one] > hand[other] else other
    raise AssertionError("§5.4: they differ in one hand")


class TreikortReplay:
    """A hand of Treikort."""

    def __init__(self, deck: list[str], dealer: int, pope: int | None, options: dict[str, str]) -> None:
        self.options = options
        self.pope = pope
        self.phase = "play" if pope is None else "pope"
        self.hands: list[list[str]] = [[], [], []]
        for place, card in enumerate(deck):
            self.hands[(dealer + 1 + place // 3) % 3].append(card)
        self.given: list[list[Any]] = []
        self.owed: list[int] = []
        self.returnable: list[str] = []
        self.units = [0, 0, 0]
        self.trick: list[str] = []
        self.leader = (dealer + 1) % 3

    def is_over(self) -> bool:
        """True if all nine tricks are played (§7)."""
        return sum(self.units) == 9

    def turn(self) -> int | None:
        """The seat to act."""
        if self.is_over():
            return None
        return (self.leader + len(self.trick)) % 3 if self.phase == "play" else self.pope

    def legal(self) -> list[list[str]]:
        """All actions of that seat (§11, §3.2)."""
        turn = self.turn()
        if turn is None:
            return []
        if self.phase == "pope":
            return [*(["ask", str(seat)] for seat in (0, 1, 2) if seat != self.pope), ["decline"]]
        if self.phase == "return":
            return [["return", card] for card in sorted(self.returnable)]
        cards = sorted(self.hands[turn])
        if sum(self.units) == 0 and not self.trick and self.options["opening_seven"] == "forbidden":
            cards = [card for card in cards if card not in SEVENS]
        return [[card] for card in cards]

    def act(self, action: list[str]) -> None:
        """Do one of them."""
        if self.phase == "pope":
            self.phase = "play"
            if action[0] == "ask":
                self.ask(int(action[1]))
        elif self.phase == "return":
            assert self.pope is not None
            self.returnable.remove(action[1])
            self.give(self.pope, self.owed.pop(0), action[1])
            self.phase = "return" if self.owed else "play"
        else:
            self.play(action[0])

    def ask(self, seven_giver: int) -> None:
        """Let both others give, and the Pope owe each giver a card (§5.5 to §5.7)."""
        assert self.pope is not None
        high_giver = 3 - self.pope - seven_giver
        self.phase = "return"
        self.returnable = list(self.hands[self.pope])
        self.give(high_giver, self.pope, next(c for c in ROLL if c in self.hands[high_giver] and c not in SEVENS))
        self.owed = [high_giver]
        sevens = [card for card in SEVENS if card in self.hands[seven_giver]]
        if sevens:
            self.give(seven_giver, self.pope, sevens[0])
            self.owed.append(seven_giver)

    def give(self, giver: int, receiver: int, card: str) -> None:
        """Pass a card."""
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)
        self.given.append([giver, receiver, card])

    def play(self, card: str) -> None:
        """Put a card into the trick (§6)."""
        turn = self.turn()
        assert turn is not None
        self.hands[turn].remove(card)
        self.trick.append(card)
        if len(self.trick) == 3:
            self.leader = (self.leader + heading(self.trick, self.options["low_ranks"])) % 3
            self.units[self.leader] += 1
            self.trick = []


def require_past(request: dict[str, Any], hands: int) -> None:
    """Refuse what cannot have gone before this hand (§R.6)."""
    number, past, pope, scores = (request[key] for key in ("hand_number", "past", "pope", "scores"))
    require(is_number(number, 1, hands), "no such hand")
    require(type(past) is list and len(past) == min(2, number - 1), "past is not the last two hands")
    for hand in past:
        require(type(hand) is list and len(hand) == 3, "a hand of past is not of three seats")
        require(all(is_number(tricks, 0, 9) for tricks in hand) and sum(hand) == 9, "past is not of nine tricks")
    require(pope is None or (is_number(pope, 0, 2) and number >= 4), "no such Pope")
    require(type(scores) is list and len(scores) == 3, "scores are not three")
    require(all(is_number(score, 0, 9 * number) for score in scores), "a score is out of range")
    require(sum(scores) == 9 * (number - 1), "scores are not the tricks of all hands before")
    require(all(scores[seat] >= sum(hand[seat] for hand in past) for seat in (0, 1, 2)), "scores are below past")


def read(request: dict[str, Any]) -> TreikortReplay:
    """The deal of a request, if all but its plays is right (§R.6)."""
    require_keys(request, "game players dealer hand_number past pope scores deck plays", "treikort")
    require(is_number(request["players"], 3, 3), "players are not 3")
    options = read_options(request, OPTIONS)
    require(is_number(request["dealer"], 0, 2), "no such dealer")
    require_past(request, int(options["hands"]))
    require_deck(request, ROLL)
    require(type(request["plays"]) is list, "plays are no list")
    return TreikortReplay(request["deck"], request["dealer"], request["pope"], options)


def judge(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request (§R)."""
    try:
        hand = read(request)
        replay(hand, request["plays"])
    except ReferenceRefusal as refusal:
        return refusal.answer
    over = hand.is_over()
    window = [*request["past"], hand.units]
    pope = next_pope(hand.pope, window) if over and len(window) == 3 else hand.pope
    scores = [request["scores"][seat] + (hand.units[seat] if over else 0) for seat in (0, 1, 2)]
    ended = over and request["hand_number"] == int(hand.options["hands"])
    head = (hand.leader + heading(hand.trick, hand.options["low_ranks"])) % 3 if hand.trick else None
    return {
        "turn": hand.turn(),
        "phase": "over" if over else hand.phase,
        "legal": hand.legal(),
        "heading": head,
        "trick": [[card] for card in hand.trick],
        "units": hand.units,
        "scores": scores,
        "tally": [sum(each[seat] for each in window) for seat in (0, 1, 2)],
        "pope": pope,
        "given": hand.given,
        "hands": [sorted(cards) for cards in hand.hands],
        "hand_over": over,
        "rubber_over": ended,
        "winners": [seat for seat in (0, 1, 2) if ended and scores[seat] == max(scores)],
    }
