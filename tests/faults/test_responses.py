"""A press takes long and is put off, and something goes wrong with that: the answer comes all the same, and once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any, NamedTuple

import discord
import pytest

from bot.messages.learn.rules import RanksScene
from bot.messages.table.notice import WordScene
from bot.publishing.seat_messages import Redrawn
from bot.texts import in_language
from bot.texts.notices import Refusal, fact
from bot.texts.reader import Reader
from cogs import interaction_handler
from cogs.interaction_handler import Responder
from cogs.request import Private, Redraw, Response, Silent, TextFile
from cogs.response_sender import ANSWERED, NOT_ANSWERED, PAUSES, ResponseSender
from sandbox import InjectedFault, Interaction, Message, Sandbox
from sandbox.api import posting
from sandbox.world import errors
from simulation.accelerated_clock import accelerated_waits
from simulation.scripted_people import Lobby, opened

CALLBACK = r"^/interactions/.*/callback$"
ORIGINAL = r"^/webhooks/.+/messages/@original$"
SAID = "so-it-is"
READER = Reader(in_language("en"))
SCENE = WordScene(fact(Refusal.UNKNOWN_TIME, text=SAID))


class Fate(NamedTuple):
    """The outcome of the bot's deferral, for which it waits `within` seconds."""

    name: str
    fault: Callable[[], InjectedFault] | None
    within: float = 1.5


FATES = [
    Fate("taken, and told late", lambda: InjectedFault.slow(0.6, CALLBACK, late=True), 0.2),
    Fate("taken, and the connection breaks", lambda: InjectedFault.cut(CALLBACK, late=True)),
    Fate("refused as unknown", lambda: InjectedFault.refused(errors.unknown_interaction(), CALLBACK)),
]
MORE_FATES = [
    Fate("taken", None),
    Fate("taken after the bot has given it up", lambda: InjectedFault.slow(0.6, CALLBACK), 0.2),
    Fate("taken, and Discord breaks", lambda: InjectedFault.server_error(CALLBACK, late=True)),
    Fate("taken, and Discord breaks for long", lambda: InjectedFault.server_error(CALLBACK, late=True), 0.2),
    Fate("taken, and a proxy answers that all is well", lambda: InjectedFault.page(200, CALLBACK, late=True)),
    Fate("not taken, since the connection breaks", lambda: InjectedFault.cut(CALLBACK)),
    Fate("not taken, since Discord breaks", lambda: InjectedFault.server_error(CALLBACK), 0.2),
    Fate("refused as answered already", lambda: InjectedFault.refused(errors.already_acknowledged(), CALLBACK)),
    Fate("limited", lambda: InjectedFault.rate_limited(CALLBACK, retry_after=0.1)),
    Fate("limited by a proxy", lambda: InjectedFault.rate_limited(CALLBACK, via=False)),
    Fate("limited, with a page of a proxy", lambda: InjectedFault.page(429, CALLBACK)),
    Fate("not taken, and a proxy answers that all is well", lambda: InjectedFault.page(200, CALLBACK)),
    Fate("refused by a proxy", lambda: InjectedFault.page(403, CALLBACK)),
    Fate("not taken, since the proxy breaks", lambda: InjectedFault.page(502, CALLBACK), 0.2),
]
TAKEN = MORE_FATES[0]
ALL_FATES = [
    *(pytest.param(fate, id=fate.name) for fate in FATES),
    *(pytest.param(fate, id=fate.name, marks=pytest.mark.slow) for fate in MORE_FATES),
]


class Lane:
    """A stand-in for the pause of a hand's queue that counts how often it was released."""

    post = ""

    def __init__(self) -> None:
        self.released = 0

    async def still(self) -> None:
        """Nothing is under way."""

    async def release(self, redrawn: Redrawn | None = None) -> None:
        self.released += 1


class ReplyCase(NamedTuple):
    """A press, or without a verb a command, and the reply to it. `private`: in a message that only the person sees."""

    reply: Response
    verb: str = ""
    private: bool = False


FILE = TextFile(((f"{SAID}.txt", "text"),))
CASES = [
    ReplyCase(Private(SCENE)),
    ReplyCase(FILE),
    ReplyCase(Private(SCENE), "ladder"),
    ReplyCase(FILE, "ladder"),
    ReplyCase(Silent(), "ladder"),
    ReplyCase(Private(SCENE), "join"),
    ReplyCase(FILE, "join"),
    ReplyCase(Silent(), "join"),
    ReplyCase(Redraw(SCENE), "rules", private=True),
    ReplyCase(Private(SCENE), "rules", private=True),
    ReplyCase(Silent(), "rules", private=True),
    ReplyCase(Redraw(SCENE), "ladder", private=True),
]


class HastyDeferral:
    """The bot in a hurry to put answers off: each is put off before the reply is there, which is the next case's."""

    def __init__(self, box: Sandbox, lobby: Lobby, monkeypatch: pytest.MonkeyPatch) -> None:
        self.box, self.person, self.channel, self.card = box, box.person("You"), lobby.channel, lobby.card
        self._monkeypatch = monkeypatch
        self._reply: Response = Private(WordScene(fact(Refusal.NOT_HERE)))
        self._tried, self._answered = set[int](), set[int]()

    def patch(self) -> None:
        defer, answered, box = ResponseSender.defer, Responder.respond, self.box

        async def deferring(response: ResponseSender, **given: Any) -> None:
            await defer(response, **given)
            self._tried.add(response._interaction.id)
            box.world.changed()

        async def replying(responder: Responder) -> Response:
            await box.until(lambda: responder._interaction.id in self._tried)
            responder._known = READER
            return self._reply

        async def answering_it(responder: Responder) -> None:
            await answered(responder)
            self._answered.add(responder._interaction.id)
            box.world.changed()

        self._monkeypatch.setattr(ResponseSender, "defer", deferring)
        self._monkeypatch.setattr(Responder, "_response", replying)
        self._monkeypatch.setattr(Responder, "respond", answering_it)
        self._monkeypatch.setattr(interaction_handler, "PATIENCE", 0.0)

    @property
    def seen(self) -> list[Message]:
        return self.person.sees(self.channel)

    @property
    def loading(self) -> list[Message]:
        return [one for one in self.seen if one.loading]

    def told(self) -> int:
        """The number of messages that hold the answer."""
        files = [file["filename"] for one in self.seen for file in one.attachments]
        return sum(SAID in text for text in (*files, *(one.text for one in self.seen)))

    async def answer(self, case: ReplyCase, fate: Fate = TAKEN) -> Interaction:
        """The press as it was answered in the end, with this fate of the request to put it off."""
        self._monkeypatch.setattr(interaction_handler, "WITHIN", fate.within)
        message = await self.private() if case.private else self.card
        if fate.fault is not None:
            self.box.faults.add(fate.fault())
        return await self._over(self.start(case, message))

    async def answer_in_a_hurry(self, case: ReplyCase) -> Interaction:
        """The same, with time going fast as soon as it was put off."""
        answer = self.start(case, self.card)
        await self.box.until(lambda: answer.id in self._tried)
        with accelerated_waits():
            return await self._over(answer)

    async def answer_without(self, case: ReplyCase, *faults: InjectedFault, put_off: bool) -> Interaction:
        """The same in a message that is deleted before the answer."""
        message = await self.private()
        for fault in faults:
            self.box.faults.add(fault)
        self._monkeypatch.setattr(interaction_handler, "PATIENCE", 0.0 if put_off else 60.0)
        answer = self.start(case, message)
        posting.delete(self.box.world, message)
        if not put_off:
            self._tried.add(answer.id)
            self.box.world.changed()
        return await self._over(answer)

    def start(self, case: ReplyCase, message: Message) -> Interaction:
        self._reply = case.reply
        if not case.verb:
            return self.person.start_command(self.channel, "rules", {})
        return self.person.start_press(message, {"type": 2, "id": 99, "custom_id": f"v1:{case.verb}:1"})

    async def private(self) -> Message:
        """A message that only the person sees."""
        self._reply = Private(WordScene(fact(Refusal.NOT_HERE)))
        answer = await self._over(self.person.start_command(self.channel, "rules", {}))
        assert answer.message
        return answer.message

    async def _over(self, answer: Interaction) -> Interaction:
        await self.box.until(lambda: answer.id in self._answered, 60)
        return answer


@pytest.fixture
async def slow(box: Sandbox, bot: None, monkeypatch: pytest.MonkeyPatch) -> HastyDeferral:
    lobby = await opened(box, box.person("You"), box.channel("cards"))
    bot_in_a_hurry = HastyDeferral(box, lobby, monkeypatch)
    bot_in_a_hurry.patch()
    return bot_in_a_hurry


@pytest.mark.parametrize("fate", ALL_FATES)
async def test_whatever_becomes_of_putting_it_off_the_answer_comes_once(slow: HastyDeferral, fate: Fate) -> None:
    for case in CASES:
        before, seen, card = slow.told(), len(slow.seen), slow.card.text
        answer = await slow.answer(case, fate)
        expected = before if isinstance(case.reply, Silent) else before + 1
        assert slow.told() == expected, (case, answer)
        assert answer.status not in ("sent", "failed"), (case, answer)
        assert not slow.loading, case
        new = (not isinstance(case.reply, Silent | Redraw)) + case.private
        assert isinstance(case.reply, Redraw) or len(slow.seen) == seen + new, case
        assert slow.card.text == card, case


@pytest.mark.parametrize("fate", ALL_FATES)
async def test_whatever_becomes_of_putting_it_off_a_held_lane_is_released(slow: HastyDeferral, fate: Fate) -> None:
    lane = Lane()
    before = slow.told()
    await slow.answer(ReplyCase(Redraw(SCENE, lane), "rules", private=True), fate)  # type: ignore[arg-type]
    assert lane.released == 1
    assert slow.told() == before + 1


@pytest.mark.slow
@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
async def test_an_answer_that_was_put_off_comes_though_connections_break_again_and_again(
    slow: HastyDeferral, late: bool
) -> None:
    for case in CASES[:5]:
        before, seen = slow.told(), len(slow.seen)
        breaks = slow.box.faults.add(InjectedFault.cut(ORIGINAL, late=late, times=5))
        await slow.answer_in_a_hurry(case)
        new = not isinstance(case.reply, Silent)
        assert (slow.told(), len(slow.seen), breaks.hits) == (before + new, seen + new, 5), case
        assert not slow.loading, case


async def test_a_page_of_a_proxy_in_place_of_a_picture_is_no_error_of_ours(slow: HastyDeferral) -> None:
    """The first edit fills in the words, the second brings the picture."""
    proxy = slow.box.faults.add(InjectedFault.page(200, ORIGINAL, after=1))
    answer = await slow.answer(ReplyCase(Private(RanksScene())))
    assert (answer.status, proxy.hits) == ("deferred", 1)
    assert "strongest first" in answer.text


@pytest.mark.parametrize("counts", [True, False], ids=["that counts", "that does not count"])
@pytest.mark.parametrize("put_off", [False, True], ids=["at once", "put off"])
async def test_what_was_to_be_redrawn_and_is_gone_is_said_anew(
    slow: HastyDeferral, put_off: bool, counts: bool
) -> None:
    """Discord may take the response by which a message that is gone was to be redrawn for one, or not."""
    gone = InjectedFault.refused(errors.unknown_message(), ORIGINAL if put_off else CALLBACK)
    faults = () if counts else (gone,)
    answer = await slow.answer_without(ReplyCase(Redraw(SCENE), "rules"), *faults, put_off=put_off)
    assert slow.told() == 1
    assert answer.status not in ("sent", "failed")
    assert not slow.loading


def refusing(code: int, tries: list[int]) -> Callable[[], Awaitable[None]]:
    """A way of responding that Discord refuses with this code; it notes its tries."""

    async def respond() -> None:
        tries.append(code)
        assert len(tries) < 20, "it tries for ever"
        response: Any = SimpleNamespace(status=400, reason="Bad Request")
        raise discord.HTTPException(response, {"code": code, "message": ""})

    return respond


async def test_an_answer_that_discord_refuses_both_ways_in_turn_is_given_up() -> None:
    services = SimpleNamespace(in_flight=SimpleNamespace(closing=False))
    interaction: Any = SimpleNamespace(id=1, client=SimpleNamespace(services=services))
    tries: list[int] = []
    with pytest.raises(discord.HTTPException):
        await ResponseSender(interaction)._respond(refusing(ANSWERED, tries), refusing(NOT_ANSWERED, tries), PAUSES)
    assert tries == [ANSWERED, NOT_ANSWERED, ANSWERED, NOT_ANSWERED]
