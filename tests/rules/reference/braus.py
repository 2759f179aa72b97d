"""Bräus by its law alone (BRAUS §R)."""

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
    "target": ["6", "1", "2", "3", "4", "5", "7", "8", "9", "10", "11", "12"],
    "outcome_card": ["five", "five_all"],
    "stray_sevens": ["count", "dead"],
}
LIVE: Final = "JC 8S KH 9C 9S 9H 9D AC AS AH AD JS JH JD 6C 6S 6H 6D".split()
"""§2.3, high to low."""
SEVENS: Final = "7C 7S 7H 7D".split()
DUDS: Final = "8C 8H 8D TC TS TH TD QC QS QH QD KC KS KD".split()
PACK: Final = [*LIVE, *SEVENS, *DUDS]


def is_above(card: str, other: str) -> bool:
    """Return whether a live card ranks above another."""
    return LIVE.index(card) < LIVE.index(other)


class BrausReplay:
    """A hand of Bräus."""

    def __init__(self, deck: list[str], players: int, dealer: int, options: dict[str, str]) -> None:
        self.options = options
        self.players = players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        for place, card in enumerate(deck):
            self.hands[(dealer + 1 + place) % players].append(card)
        self.units = [0, 0]
        self.trick: list[list[str]] = []
        self.leader = (dealer + 1) % players
        self.end: str | None = None
        self.earned = [0, 0]
        self.look((dealer + 1) % players)

    def sevens(self, seat: int) -> list[str]:
        """The Sevens of a seat."""
        return sorted(card for card in self.hands[seat] if card in SEVENS)

    def live(self, seat: int) -> list[str]:
        """The live cards of a seat."""
        return sorted(card for card in self.hands[seat] if card in LIVE)

    def look(self, leader: int) -> None:
        """See whether the hand is over (§6), else who leads (§5.6)."""
        self.trick = []
        seats = range(self.players)
        playable = any(self.live(seat) for seat in seats)
        if self.options["stray_sevens"] == "count":
            playable = playable or any(self.sevens(seat) for seat in seats)
        for side in (0, 1):
            if self.units[side] >= 6:
                self.end, self.earned[side] = ("jan", 2) if self.units[1 - side] == 0 else ("six", 1)
                return
        if not playable:
            self.settle()
            return
        self.leader = leader
        while not self.live(self.leader) and not self.sevens(self.leader):
            self.leader = (self.leader + 1) % self.players

    def settle(self) -> None:
        """Give the stroke of the outcome card, if it is due (§7.3, §7.4)."""
        holder = next(seat for seat in range(self.players) if "KC" in self.hands[seat]) % 2
        due = self.units == [5, 5] if self.options["outcome_card"] == "five_all" else self.units[holder] == 5
        self.end = "king" if due else "none"
        self.earned[holder] = 1 if due else 0

    def turn(self) -> int | None:
        """The seat to act."""
        return None if self.end else (self.leader + len(self.trick)) % self.players

    def heading(self) -> int | None:
        """The seat whose card heads: every card played is higher than all before it (§5.4)."""
        head = None
        for place, play in enumerate(self.trick):
            if play:
                head = (self.leader + place) % self.players
        return head

    def legal(self) -> list[list[str]]:
        """All actions of that seat (§9)."""
        turn = self.turn()
        if turn is None:
            return []
        if not self.trick:
            sevens = self.sevens(turn)
            return [sevens] if sevens else [[card] for card in self.live(turn)]
        heading = [play for play in self.trick if play][-1][0]
        higher = [[card] for card in self.live(turn) if is_above(card, heading)]
        return higher or [[]]

    def act(self, action: list[str]) -> None:
        """Do one of them."""
        turn = self.turn()
        assert turn is not None
        for card in action:
            self.hands[turn].remove(card)
        if action and action[0] in SEVENS:
            self.units[turn % 2] += len(action)
            self.look(turn)
            return
        self.trick.append(action)
        if len(self.trick) == self.players:
            winner = self.heading()
            assert winner is not None
            self.units[winner % 2] += 1
            self.look(winner)


def read(request: dict[str, Any]) -> BrausReplay:
    """The deal of a request, if all but its plays is right (§R)."""
    require_keys(request, "game players dealer scores deck plays", "braus")
    players = request["players"]
    require(is_number(players, 4, 4) or is_number(players, 6, 6), "players are not 4 or 6")
    options = read_options(request, OPTIONS)
    require(is_number(request["dealer"], 0, players - 1), "no such dealer")
    require_scores(request, int(options["target"]))
    require_deck(request, PACK)
    require(type(request["plays"]) is list, "plays are no list")
    return BrausReplay(request["deck"], players, request["dealer"], options)


def in_order(play: Any) -> Any:
    """A play with its cards sorted; what is malformed stays."""
    return sorted(play) if type(play) is list and all(type(card) is str for card in play) else play


def judge(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request (§R)."""
    try:
        hand = read(request)
        replay(hand, [in_order(play) for play in request["plays"]])
    except ReferenceRefusal as refusal:
        return refusal.answer
    scores = [request["scores"][side] + hand.earned[side] for side in (0, 1)]
    winners = [side for side in (0, 1) if hand.end and scores[side] >= int(hand.options["target"])]
    return {
        "turn": hand.turn(),
        "legal": hand.legal(),
        "heading": hand.heading(),
        "trick": hand.trick,
        "units": hand.units,
        "waiting": [0, 0],
        "scores": scores,
        "hands": [sorted(cards) for cards in hand.hands],
        "stock": 0,
        "hand_over": hand.end is not None,
        "rubber_over": bool(winners),
        "winners": winners,
        "void": hand.end == "none",
        "end": hand.end,
    }
