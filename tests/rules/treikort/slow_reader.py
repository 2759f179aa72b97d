"""A second reading of the law of Treikort, card by card and without masks, that answers as the referee must (§R.4)."""

from __future__ import annotations

from typing import Any, Final

ROLL: Final = "QC 2S KD 2H 4C 8S 9H 9D AC AS AH AD JC JS JH JD 6C 6S 6H 6D 8C 8H 8D 7C 7S 7H 7D".split()
LOW: Final = {"A": 4, "J": 3, "6": 2, "8": 1}


class IllegalAt(Exception):
    """An illegal action, at this index."""


class SlowHand:
    """A hand as it stands after the actions of a request."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.request = request
        self.options = {"opening_seven": "forbidden", "low_ranks": "ranked", "hands": "9", **request["options"]}
        self.forehand = (request["dealer"] + 1) % 3
        self.hands: list[list[str]] = [[], [], []]
        for at, card in enumerate(request["deck"]):
            self.hands[(self.forehand + at // 3) % 3].append(card)
        self.dealt = [list(hand) for hand in self.hands]
        self.pope = request["pope"]
        self.phase = "play" if self.pope is None else "pope"
        self.turn = self.forehand if self.pope is None else self.pope
        self.owed: list[int] = []
        self.given: list[list[Any]] = []
        self.units = [0, 0, 0]
        self.trick: list[str] = []
        for at, action in enumerate(request["plays"]):
            if action not in self.legal():
                raise IllegalAt(at)
            self.do(action)

    def legal(self) -> list[list[str]]:
        if self.phase == "over":
            return []
        if self.phase == "pope":
            return [*(["ask", str(seat)] for seat in range(3) if seat != self.pope), ["decline"]]
        hand = sorted(self.hands[self.turn])
        if self.phase == "return":
            return [["return", card] for card in hand if card in self.dealt[self.pope]]
        no_seven = sum(self.units) == 0 and not self.trick and self.options["opening_seven"] == "forbidden"
        return [[card] for card in hand if not (no_seven and card[0] == "7")]

    def do(self, action: list[str]) -> None:
        if action[0] == "ask":
            self.ask(int(action[1]))
        elif action[0] == "return":
            self.move(self.pope, self.owed.pop(0), action[1])
        elif action[0] != "decline":
            self.play(action[0])
            return
        self.phase = "return" if self.owed else "play"
        self.turn = self.pope if self.owed else self.forehand

    def ask(self, asked: int) -> None:
        high = next(seat for seat in range(3) if seat not in (asked, self.pope))
        best = next(card for card in ROLL if card in self.hands[high] and card[0] != "7")
        sevens = [card for card in ROLL if card in self.hands[asked] and card[0] == "7"]
        self.move(high, self.pope, best)
        self.owed = [high]
        if sevens:
            self.move(asked, self.pope, sevens[0])
            self.owed.append(asked)

    def move(self, giver: int, to: int, card: str) -> None:
        self.hands[giver].remove(card)
        self.hands[to].append(card)
        self.given.append([giver, to, card])

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append(card)
        self.turn = (self.turn + 1) % 3
        if len(self.trick) == 3:
            winner = (self.turn + self.heading()) % 3
            self.units[winner] += 1
            self.trick, self.turn = [], winner
            self.phase = "play" if any(self.hands) else "over"

    def heading(self) -> int:
        """The index of the play that heads."""
        best = 0
        for index, card in enumerate(self.trick):
            if self.trick[0][0] != "7" and self.rank(card) > self.rank(self.trick[best]):
                best = index
        return best

    def rank(self, card: str) -> int:
        if card in ROLL[:8]:
            return 20 - ROLL.index(card)
        if card[0] == "7":
            return 0
        return 1 if self.options["low_ranks"] == "equal" else LOW[card[0]]

    def tally(self) -> list[int]:
        return [sum(hand[seat] for hand in [*self.request["past"], self.units]) for seat in range(3)]

    def next_pope(self) -> int | None:
        tally = self.tally()
        able = [seat for seat in range(3) if tally[seat] >= 13]
        if self.request["hand_number"] < 3 or not able:
            return None
        if self.pope in able:
            return int(self.pope)
        one, other = able[0], able[-1]
        for counts in (tally, self.units, *self.request["past"][::-1]):
            if counts[one] != counts[other]:
                return one if counts[one] > counts[other] else other
        return one

    def answer(self) -> dict[str, Any]:
        over = self.phase == "over"
        scores = [score + over * units for score, units in zip(self.request["scores"], self.units, strict=True)]
        rubber_over = over and str(self.request["hand_number"]) == self.options["hands"]
        leader = (self.turn - len(self.trick)) % 3
        return {
            "turn": None if over else self.turn,
            "phase": self.phase,
            "legal": self.legal(),
            "heading": (leader + self.heading()) % 3 if self.trick else None,
            "trick": [[card] for card in self.trick],
            "units": self.units,
            "scores": scores,
            "tally": self.tally(),
            "pope": self.next_pope() if over else self.pope,
            "given": self.given,
            "hands": [sorted(hand) for hand in self.hands],
            "hand_over": over,
            "rubber_over": rubber_over,
            "winners": [seat for seat in range(3) if rubber_over and scores[seat] == max(scores)],
        }


def slow_answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to a request of the form, or `{"at": …}`."""
    try:
        return SlowHand(request).answer()
    except IllegalAt as fault:
        return {"at": fault.args[0]}
