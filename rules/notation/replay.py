"""Replay of a record by the rules, which shows whether it can have happened."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from rules.core.capabilities import DealsFaceUp
from rules.core.contract import Action, Game, IllegalAction, Imagined, Move, Phase, SeatAction, Shuffle
from rules.notation.faults import NotationFact, NotationFault, Place
from rules.notation.record import Record, RecordedHand
from rules.registry import GAMES

BY_PATH: Final = NotationFault()


def actions(whole: Record) -> Iterator[Action]:
    """The actions of a record, in order; a hidden deck is replaced by one that fits. Raises NotationError."""
    return (action for action, _ in replay(whole))


def fold(whole: Record) -> Any:
    """The game's state at the end of the record. Raises NotationError as `replay` does."""
    game = _game(whole)
    state = game.start(len(whole.players), whole.options)
    for _, after in replay(whole):
        state = after
    return state


def replay(whole: Record) -> Iterator[tuple[Action, Any]]:
    """Each action and the state after it. Raises NotationError, with its path, at the first impossible one."""
    return ((action, state) for action, state, _ in steps(whole, BY_PATH))


class PlayedTrick(NamedTuple):
    """The plays of a trick, and the seat that took it; None if it was not completed. Or moves between two tricks."""

    plays: tuple[SeatAction, ...]
    winner: int | None = None

    @property
    def is_moves(self) -> bool:
        """Return whether these are moves, which are no part of a trick."""
        return isinstance(self.plays[0], Move)


def tricks(whole: Record, fail: NotationFault) -> list[list[PlayedTrick]]:
    """The tricks of each hand, and the moves between them; `fail` is called at the first impossible action."""
    hands: list[list[PlayedTrick]] = []
    begun: tuple[SeatAction, ...] = ()
    for action, _, winner in steps(whole, fail):
        if isinstance(action, Shuffle):
            hands.append([])
            begun = ()
            continue
        if begun and isinstance(begun[0], Move) is not isinstance(action, Move):
            begun = ()
        if begun:
            hands[-1].pop()
        begun += (action,)
        hands[-1].append(PlayedTrick(begun, winner))
        begun = begun if winner is None else ()
    told = hands[len(whole.cuts) :]
    for hand, played in zip(whole.hands, told, strict=False):
        if hand.deck is None:
            _hide(hand, played)
    return told


def _hide(hand: RecordedHand, played: list[PlayedTrick]) -> None:
    """Put the actions as the record has them in place of those that were imagined."""
    done = iter(hand.plays)
    played[:] = [PlayedTrick(tuple(next(done) for _ in trick.plays), trick.winner) for trick in played]


def _game(whole: Record) -> Game[Any]:
    return GAMES[whole.game]


def steps(whole: Record, fail: NotationFault) -> Iterator[tuple[Action, Any, int | None]]:
    """Each action, the state after it, and the seat that took the trick if the action completed one."""
    if whole.game not in GAMES:
        fail(("game",), NotationFact.UNKNOWN_GAME, game=whole.game)
    game = _game(whole)
    refusal = game.check_options(len(whole.players), whole.options)
    if refusal is not None:
        fail(("options",), NotationFact.BAD_OPTIONS, refusal=refusal.why)
    state = game.start(len(whole.players), whole.options)
    for index, cut in enumerate(whole.cuts):
        place: Place = ("cuts", index)
        if game.phase(state) is not Phase.CUT:
            fail(place, NotationFact.AFTER_END)
        if len(cut) != len(whole.players):
            fail(place, NotationFact.WRONG_CUT, right=len(whole.players))
        state = _apply(game, state, Shuffle(cut), place, fail)
        yield Shuffle(cut), state, None
    for index, hand in enumerate(whole.hands):
        for done in _replayed_hand(game, state, hand, ("hands", index), fail):
            yield done
            state = done[1]
        if hand.deck is None and index + 1 < len(whole.hands):
            fail(("hands", index, "deck"), NotationFact.NOT_HIDDEN)
    outcome = game.view(state, None).outcome
    right = outcome.winners if outcome else None
    if whole.result != right:
        fail(("result",), NotationFact.WRONG_RESULT, given=whole.result, right=right)


def _replayed_hand(
    game: Game[Any], state: Any, hand: RecordedHand, place: Place, fail: NotationFault
) -> Iterator[tuple[Action, Any, int | None]]:
    if game.phase(state) is not Phase.DEAL:
        fail(place, NotationFact.AFTER_END)
    if hand.shown and (hand.deck or not isinstance(game, DealsFaceUp)):
        fail((*place, "deck"), NotationFact.BAD_VALUE, text=" ".join(card.code for card in hand.shown))
    imagined = Imagined(Shuffle(hand.deck), hand.plays) if hand.deck else _imagine(game, state, hand, place, fail)
    shuffle = imagined.shuffle
    state = _apply(game, state, shuffle, (*place, "deck"), fail)
    dealer = game.view(state, None).dealer
    if dealer != hand.dealer:
        fail((*place, "dealer"), NotationFact.WRONG_DEALER, given=hand.dealer, right=dealer)
    yield shuffle, state, None
    for number, play in enumerate(imagined.actions):
        before = state
        state = _apply(game, before, play, (*place, "plays", number), fail)
        account = game.account(before, play, state)
        winner = None if account is None or account.winner is None else account.plays[account.winner].seat
        yield play, state, winner
    right = None if game.turn(state) is not None else game.view(state, None).scores
    if hand.scores != right:
        fail((*place, "scores"), NotationFact.WRONG_SCORES, given=hand.scores, right=right)


def _apply(game: Game[Any], state: Any, action: Action, place: Place, fail: NotationFault) -> Any:
    after = game.apply(state, action)
    if isinstance(after, IllegalAction):
        fail(place, NotationFact.ILLEGAL, refusal=after.why, **_about(action))
    return after


def _imagine(game: Game[Any], state: Any, hand: RecordedHand, place: Place, fail: NotationFault) -> Imagined:
    found = (
        game.imagine_dealt(state, hand.shown, hand.plays)
        if hand.shown and isinstance(game, DealsFaceUp)
        else game.imagine(state, hand.plays)
    )
    if not isinstance(found, Imagined):
        number, refusal = found
        fail((*place, "plays", number), NotationFact.ILLEGAL, refusal=refusal.why, **_about(hand.plays[number]))
    return found


def _about(action: Action) -> dict[str, Any]:
    return {"seat": action.seat, "cards": action.cards} if not isinstance(action, Shuffle) else {}
