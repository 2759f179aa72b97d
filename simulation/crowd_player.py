"""One person at one table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from sandbox import Message, Person
from simulation.action_log import PlayAttempt
from simulation.buttons import PlayChoice, choices, find, read
from simulation.scripted_people import is_called

if TYPE_CHECKING:
    from simulation.crowd import Crowd

AGAIN: Final = (3.0, 15.0)
"""Seconds until people press again when a press has failed."""
REFUSED: Final = (60.0, 240.0)
"""Seconds until people press again when a press was refused with a reason."""


class CrowdPlayer:
    """One person at one table: the hands that they see there, and their next play."""

    def __init__(self, crowd: Crowd, person: Person, table: int) -> None:
        self.person = person
        self.table = table
        self._crowd = crowd
        self._hands: dict[bool, Message] = {}
        """The newest hand seen in direct messages (False) and in a private answer (True)."""
        self._turn = ""

    def see(self, hand: Message) -> None:
        """Handle a new or changed hand of this person."""
        self._hands[hand.ephemeral] = hand
        turn = next((choice.turn for choice in self._offered(hand)), "")
        if turn and turn != self._turn:
            self._turn = turn
            self._crowd.begin(self._play(turn))
        elif not turn and not hand.ephemeral:
            self._turn = ""

    @property
    def waits(self) -> Message | None:
        """The hand from which this person can play ahead."""
        hand = self._hands.get(False)
        return hand if hand is not None and find(hand, "ahead") is not None else None

    def _offered(self, hand: Message) -> list[PlayChoice]:
        if hand.deleted or not is_called(hand):
            return []
        return choices(hand, self._crowd.chance)

    async def _play(self, turn: str) -> None:
        await self._crowd.think(self.table)
        while self._turn == turn and not self._crowd.closing:
            await self._crowd.present(self.person)
            offered = [(hand, one) for hand in self._hands.values() for one in self._offered(hand) if one.turn == turn]
            if not offered or self._crowd.closing:
                return
            hand, wanted = self._crowd.chance.choice(offered)
            refused = await self._press(hand, wanted) == "message"
            await self._crowd.wait(*(REFUSED if refused else AGAIN))

    async def _press(self, hand: Message, wanted: PlayChoice) -> str:
        """Press a play. Return the status of the response."""
        made = PlayAttempt(self.table, self.person.id, wanted.turn, wanted.words, "unanswered", "")
        try:
            answer = await self._crowd.press(self.person, hand, wanted.custom_id, wanted.values)
        except asyncio.CancelledError:  # the run is over, but the press has been sent
            self._crowd.ledger.tries.append(made)
            raise
        if answer is None:
            return ""
        self._crowd.ledger.tries.append(made._replace(status=answer.status, told=answer.said))
        return answer.status

    async def look(self, message: Message) -> None:
        """Handle a call in the thread: this person looks at their hand there."""
        await self._crowd.think(self.table)
        while not (message.deleted or self._crowd.closing):
            await self._crowd.present(self.person)
            answer = await self._crowd.press_verb(self.person, message, "hand")
            if answer is None or answer.status != "failed":
                return
            await self._crowd.wait(*AGAIN)

    async def lay(self) -> None:
        """Play ahead: any one card of the hand."""
        if self.waits is None:
            return
        answer = await self._crowd.press_verb(self.person, self.waits, "ahead")
        menu = find(answer.message, "ahead", menu=True) if answer and answer.message else None
        if answer is None or answer.message is None or menu is None:
            return
        card = self._crowd.chance.choice(menu["options"])["value"]
        chosen = await self._crowd.press(self.person, answer.message, menu["custom_id"], (card,))
        lay = find(chosen.message, "lay") if chosen and chosen.message else None
        if chosen is None or chosen.message is None or lay is None:
            return
        _, _, (turn, codes, _) = read(lay)
        laid = PlayAttempt(self.table, self.person.id, turn, tuple(codes.split("-")), "laid", "")
        self._crowd.ledger.laid.append(laid)
        await self._crowd.press(self.person, chosen.message, lay["custom_id"])

    async def take_back(self) -> None:
        """Take back everything that was played ahead."""
        answer = await self._crowd.press_verb(self.person, self.waits, "ahead") if self.waits else None
        if answer is not None and answer.message is not None:
            await self._crowd.press_verb(self.person, answer.message, "take-back")
