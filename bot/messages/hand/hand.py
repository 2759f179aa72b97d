"""A seat's own hand, with everything needed to play from it; its help, and the menu of plays to queue.

No button is disabled; cards that may be played are highlighted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from discord import ButtonStyle, SelectOption
from discord.ui import TextDisplay

from bot.messages.hand.effects import advice_lines
from bot.messages.hand.hand_end import side_names, told_before, told_end, told_follows
from bot.messages.hand.hand_scene import HandScene, QueuedPlay, queued_plays
from bot.messages.hand.room import AT_TURN, WeighedLine, Worth, fitting, words_on
from bot.messages.hand.trick_result import denial_lines, earlier_lines, result_lines, taken
from bot.messages.kit import ui
from bot.messages.kit.game_looks import special_cards, usual_cards
from bot.messages.kit.rendering import Part, droppable, parts_of
from bot.messages.kit.scene import NEW_HERE, Scene, TableContext
from bot.messages.kit.table_text import TableText, cup_pause_notice, special_line, told_deadline
from bot.messages.score.ladders import ladder_button
from bot.messages.table import trick
from bot.messages.table.deal import deal_now
from bot.messages.table.moment_picture import moment_in, scene_of
from bot.messages.table.trick import finished_plays, plays, side_standing
from bot.messages.table.why import reason
from bot.tables import LoadedTable
from bot.tables.automatic_plays import ANY, CONDITIONS, FOLLOW, LEAD, MOST_QUEUED, WINS, possible_conditions
from bot.tables.table import HandResult
from bot.texts.reader import Reader
from rules import registry
from rules.core.capabilities import CanConsider, offers
from rules.core.cards import Card
from rules.core.contract import Lasting, Move, Phase, Play, SeatAction, TrickAccount, View

PASS: Final = "pass"
"""In place of the cards of a play: no cards."""
HERE: Final = "here"
"""In custom_ids of a hand's message: the response shows the hand, not the menu of queued plays."""
SIGNS: Final = ("🔵", "🔶", "🔺", "◻️", "⬟", "✚")
"""A sign for each side; as in pictures (`pictures.seat_labels`), they differ by shape and by colour."""
SMALL_HAND: Final = 4
FEW: Final = 6
"""Up to this many sets of a small hand get a button each (any two of four cards)."""
FEW_OF_LARGE: Final = 2
"""The same of a larger hand, beside whose many buttons there is less room."""


@ui.page_of.register
def hand(scene: HandScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """A seat's hand: the trick, whose turn it is, the cards in groups, then buttons and menus to play them."""
    view, now = scene.view, scene.now or scene.view
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    if scene.ended is not None:
        return _end_page(scene, scene.ended.result, texts)
    sides = _sides(now, texts) if now.is_in_hand else []
    names = seat_names(now, texts)
    rows = [
        *_question(scene, texts),
        *(_moves(scene, texts) if view.moves else _plays(scene, texts)),
        *_others(scene, texts),
    ]
    told, to_do = list(_told(scene, now, texts)), list(_to_do(scene, now, names, texts))
    kept = [*told, *to_do]
    if view.is_own_turn and not scene.paused:
        kept = fitting(kept, AT_TURN - words_on(rows))
    return ui.layout(
        ui.text(*[line.text for line in told if line in kept]),
        _trick(scene, now, sides, names, texts),
        ui.text("".join(_as_shown(line) for line in to_do if line in kept).strip()),
        ui.Unpictured("\n".join([*(sides if scene.pictures_trick else ()), *cards(view, texts)])),
        *rows,
        colour=ui.YOURS,
    )


def _told(scene: HandScene, now: View, texts: TableText) -> Iterator[WeighedLine]:
    """Yield what has happened."""
    yield WeighedLine(texts("hand.title", table=texts.table(), hand=scene.view.hand_number))
    if of_match := texts.match_line():
        yield WeighedLine(of_match, Worth.EVENT)
    if scene.before is not None:
        before = scene.before.result
        yield WeighedLine(told_before(scene.view, before, texts), Worth.HAND_BEFORE)
        yield WeighedLine(told_follows(scene.view, before, texts.at_end(before.number)), Worth.REASON)
    yield from (WeighedLine(texts("hand.note", note=texts.fact(note))) for note in scene.notes)
    yield from map(WeighedLine, failed_lines(scene.failed, texts))
    yield from (WeighedLine(line, Worth.OWN_EVENT) for line in stood_in_lines(scene, texts))
    yield from _events(now, texts)
    yield from result_lines(scene.results, now, texts)


def _events(now: View, texts: TableText) -> Iterator[WeighedLine]:
    """Yield what has happened besides the plays; worth most are cards that the reader gave, got, showed or saw."""
    for _, some in groupby(now.events if now.is_in_hand else (), key=lambda event: event.kind):
        events = list(some)
        told = texts.events(events, now.hand_number, now.seat)
        for number, line in enumerate(told):
            of = events if len(told) < len(events) else events[number : number + 1]
            is_own = all((now.seat in (one.seat, one.to) and one.cards) or one.lasting is Lasting.HAND for one in of)
            yield WeighedLine(line, Worth.OWN_EVENT if is_own else Worth.EVENT)


def has_room(scene: HandScene, reader: Reader) -> bool:
    """Return whether all hints of a hand are told in it."""
    told = "\n".join(item.content for item in hand(scene, reader).items if isinstance(item, TextDisplay))
    return all(hint in told for hint in hints(scene, TableText(reader, scene.head)))


def _trick(scene: HandScene, now: View, sides: Sequence[str], names: Sequence[str], texts: TableText) -> ui.Item:
    """The plays of the trick, left out where the picture shows them; else also the sides."""
    told = plays(now, texts, names) if now.is_in_hand else []
    return ui.Unpictured("\n".join(told)) if scene.pictures_trick else ui.text(*sides, *told)


def _to_do(scene: HandScene, now: View, names: Sequence[str], texts: TableText) -> Iterator[WeighedLine]:
    """Yield the turn with its deadline, the demand of the rules, the queued plays, and the hints."""
    view = scene.view
    if scene.nudged_by is not None:
        yield WeighedLine(texts("hand.nudged", name=texts.person(scene.nudged_by)))
    yield WeighedLine(_turn(scene, now, names, texts))
    if scene.deadline is not None and not scene.last_card:
        due, reserve = told_deadline(scene.deadline, scene.reserve, texts)
        yield WeighedLine(due)
        yield WeighedLine(reserve, Worth.RESERVE)
    if view.duty:
        yield WeighedLine(texts("hand.duty", duty=texts.brief(view.duty)))
    yield from map(WeighedLine, queued_lines(scene.queued, texts))
    if not scene.queued and _may_queue(scene):
        yield WeighedLine(texts("hand.ahead"))
    if scene.advice is not None:
        yield from map(WeighedLine, advice_lines(scene.advice, view, texts))
    yield from (WeighedLine(hint, Worth.HINT) for hint in hints(scene, texts))


def _as_shown(line: WeighedLine) -> str:
    """A line of what is to do below the lines before; the reserve stands behind the deadline."""
    return "" if not line.text else f" {line.text}" if line.worth is Worth.RESERVE else f"\n{line.text}"


def _may_queue(scene: HandScene) -> bool:
    """Return whether a press queues a card: others are to play, and this seat has cards."""
    now = scene.now or scene.view
    return bool(now.hand) and now.phase is Phase.PLAY and now.turn not in (None, now.seat) and not scene.paused


def seat_names(view: View, texts: TableText) -> list[str]:
    """The names of the seats as this seat calls them: you, and your partner."""
    own = next((seats for seats in view.sides if view.seat in seats), ())
    names = [texts.seat(seat) for seat in range(len(texts.plain))]
    for seat in own:
        names[seat] = texts("hand.you") if seat == view.seat else texts("hand.partner", name=names[seat])
    return names


def _sides(view: View, texts: TableText) -> list[str]:
    """The sides, a line each, with their signs: who they are, their tricks and scores."""
    return [
        texts(
            "hand.side",
            sign=SIGNS[side % len(SIGNS)],
            side=side_standing(view, side, texts, texts("list.side").join(side_names(view, side, texts))),
        )
        for side in range(len(view.sides))
    ]


def _end_page(scene: HandScene, result: HandResult, texts: TableText) -> ui.PageOfItems:
    """The end of a hand, as this seat sees it: who won it, the seat's score, and the last trick."""
    names = seat_names(scene.view, texts)
    return ui.layout(
        ui.text(
            texts("hand.title", table=texts.table(), hand=result.number),
            texts.match_line(),
            *[texts("hand.note", note=texts.fact(note)) for note in scene.notes],
            *stood_in_lines(scene, texts),
            *told_end(scene.view, result, texts),
            *earlier_lines(scene.results[:-1], scene.view, texts),
            *(_last_trick(scene.results[-1], scene.view, texts) if scene.results else []),
            *hints(scene, texts),
            *_next_deal(scene, texts),
        ),
        *[ui.Unpictured("\n".join(finished_plays(last, texts, names=names))) for last in scene.results[-1:]],
        *(ui.rows([deal_now(result.number, texts)]) if scene.next_at is not None and not scene.is_ready else []),
        *_others(scene, texts),
        colour=ui.YOURS,
    )


def _next_deal(scene: HandScene, texts: TableText) -> list[str]:
    """The time of the next deal, and whether the person has asked for it before."""
    if scene.next_at is None:
        return []
    return [texts("news.ready" if scene.is_ready else "hand.next", at=scene.next_at)]


def _last_trick(last: TrickAccount, view: View, texts: TableText) -> list[str]:
    """The last trick of a hand: who took it, why, and why cards brought no points."""
    took = texts("hand.last", taken=taken(last, view, texts)) if last.winner is not None else ""
    return [took, reason(last, texts), *denial_lines(last, texts.at_account(last))]


def hints(scene: HandScene, texts: TableText) -> list[str]:
    """The words that a newcomer meets here, explained in a small line each."""
    keys = [f"{texts.game}.hint.{hint}" for hint in scene.hints]
    return [texts.by_options(key) for key in keys if key in texts.words]


def queued_lines(plays: Sequence[QueuedPlay], texts: TableText) -> list[str]:
    """The plays queued for the next turn, a line each, in the order in which they are tried."""
    if len(plays) == 1:
        return [texts(f"ahead.one.{plays[0].condition}", cards=texts.cards(plays[0].cards))]
    lines = [texts(f"ahead.if.{play.condition}", cards=texts.cards(play.cards)) for play in plays]
    return [texts("ahead.laid"), *lines] if lines else []


def failed_lines(plays: Sequence[QueuedPlay], texts: TableText) -> list[str]:
    """The queued plays that were not made, a line each."""
    keys = {WINS: "hand.failed-wins"}
    return [texts(keys.get(play.condition, "hand.failed"), cards=texts.cards(play.cards)) for play in plays]


def stood_in_lines(scene: HandScene, texts: TableText) -> list[str]:
    """The play that a computer made for this seat's person, and why, in a line; none without it."""
    play = scene.stood_in
    return [] if play is None else [texts(f"hand.stood-in.{play.how}", cards=texts.cards(play.cards))]


def _halted(scene: HandScene, texts: TableText) -> str:
    away = scene.away_until
    return texts("news.paused") if away is None else texts("hand.away-paused", until=away)


def _wait_for(view: View, name: str, texts: TableText) -> str:
    """Return who is to play, or to act in a phase of the game's own."""
    if view.phase is Phase.PLAY:
        return texts("hand.wait-for", name=name)
    return texts(f"{texts.game}.turn.{view.phase}", name=name)


def _turn(scene: HandScene, view: View, names: Sequence[str], texts: TableText) -> str:
    """Return whose turn it is, and what they are to do; `names`: what the seats are called here."""
    if scene.paused:
        reason = scene.head.cup_pause
        return _halted(scene, texts) if reason is None else cup_pause_notice(reason, texts.words)
    if scene.away_until is not None:
        return texts("hand.away", until=scene.away_until)
    if scene.last_card:
        return texts("hand.last-card")
    if not view.is_in_hand:
        return texts(f"trick.phase.{view.phase}")
    if not view.is_own_turn:
        return texts("hand.wait") if view.turn is None else _wait_for(view, names[view.turn], texts)
    if view.phase is not Phase.PLAY:
        return texts.by_options(f"{texts.game}.own-turn.{view.phase}")
    if view.follow is None:
        return texts("hand.lead-sets" if any(len(play) > 1 for play in view.legal) else "hand.lead")
    return texts.count("hand.follow-duty" if view.duty else "hand.follow", view.follow)


def cards(view: View, texts: TableText) -> list[str]:
    """The hand in words: its size, then a line for each group of the game's order, strongest first.

    The cards have no emojis, because the buttons below have them.
    """
    if not view.hand:
        return [texts("hand.empty")] if view.is_in_hand else []
    groups = []
    for group in view.groups:
        held = texts("list.dot").join(texts.words.card(texts.game, card) for card in group.cards)
        groups.append(texts("hand.group", group=texts(f"{texts.game}.group.{group.name}"), cards=held))
    return [texts.count("hand.count", len(view.hand)), *groups]


def _question(scene: HandScene, texts: TableText) -> list[ui.ActionRow]:
    """The question what I would play: it comes and goes, so above the cards, which stay where they are."""
    return ui.rows([texts.button("advise")] if scene.may_ask else [])


def _plays(scene: HandScene, texts: TableText) -> list[ui.ActionRow]:
    """A button for each card that may be played alone, for a pass, and for each set; a menu in place of many sets.

    The cards come first, so that they stay where they are. While others are to play, a press queues a card for the next
    turn; sets are queued by Help….
    """
    view = scene.view
    if not view.hand:
        return []
    return [
        *(ui.even_rows([_card(scene, texts, card) for card in view.hand]) if view.sizes[0] < 2 else []),
        *(ui.rows([_play(scene, texts, ())]) if () in view.legal else []),
        *(
            _set_menu(view, texts)
            if has_set_menu(view)
            else ui.even_rows([_play(scene, texts, play) for play in _sets(view)])
        ),
    ]


def _sets(view: View) -> list[tuple[Card, ...]]:
    return [play for play in view.legal if len(play) > 1]


def has_set_menu(view: View) -> bool:
    """Return whether sets are chosen in a menu, since there are too many for a button each."""
    return len(_sets(view)) > (FEW_OF_LARGE if view.hand[SMALL_HAND:] else FEW)


def _play(scene: HandScene, texts: TableText, play: tuple[Card, ...]) -> ui.Button:
    """The button for a pass or a set; a set that would take the trick says so."""
    takes = play in (scene.takers or ())
    cards = texts("list.dot").join(card.symbol for card in play)
    label = texts.count("hand.set", len(play), cards=cards) if play else texts("hand.pass")
    label = texts("hand.set-takes", set=label) if takes else label
    press = texts.play_id("play", turn_of(scene.view), card_codes(play) or PASS)
    return ui.button(label, press, _style(scene, _own_play(scene, play), ui.GOOD if takes else ui.MAIN))


def _own_play(scene: HandScene, play: tuple[Card, ...]) -> Play:
    return Play(scene.view.seat or 0, play)


def _style(scene: HandScene, action: SeatAction, usual: ButtonStyle) -> ButtonStyle:
    """The colour of the button for a play or a move: once I have been asked, only mine is in the main one."""
    if scene.advice is None:
        return usual
    return ui.MAIN if action == scene.advice.action else ui.PLAIN if usual is ui.MAIN else usual


def _card(scene: HandScene, texts: TableText, card: Card) -> ui.Button:
    view, is_queued = scene.view, any(play.cards == (card,) for play in scene.queued)
    style = ui.MAIN if is_queued else ui.GOOD if (card,) in view.legal else ui.PLAIN
    style = _style(scene, _own_play(scene, (card,)), style)
    label = texts("hand.unplayable", card=texts.label(card)) if card in view.unplayable else texts.label(card)
    return ui.button(label, texts.play_id("play", turn_of(view), card.code), style, texts.emoji(card))


def _set_menu(view: View, texts: TableText) -> list[ui.ActionRow]:
    """A menu of the hand: exactly as many cards as must follow; up to the largest set when leading."""
    least, most = view.sizes
    hint = texts.count("hand.menu-exactly", most) if least == most else texts("hand.menu")
    choices = [_choice(card, texts) for card in view.hand]
    return [ui.menu(texts.play_id("set", turn_of(view)), hint, choices, least, most)]


def card_menu(verb: str, view: View, texts: TableText, chosen: Collection[Card], *args: str) -> list[ui.ActionRow]:
    """A menu of the hand for the handler of `verb`, with the cards of `chosen` selected; none without cards."""
    if not view.hand:
        return []
    most = _most_cards(view, texts)
    choices = [_choice(card, texts, card in chosen) for card in view.hand]
    return [ui.menu(texts.custom_id(verb, *args), texts.count(f"{verb}.menu", most), choices, 1, most)]


def _most_cards(view: View, texts: TableText) -> int:
    return min(registry.game(texts.game).largest_play, len(view.hand))


def _choice(card: Card, texts: TableText, chosen: bool = False) -> SelectOption:
    return ui.choice(texts.label(card), card.code, texts.words.spoken_card(card), chosen, texts.emoji(card))


def _moves(scene: HandScene, texts: TableText) -> list[ui.ActionRow]:
    """A menu for the moves that differ in their cards only, and a button for each move that names no card.

    Moves to other seats stand before those that leave them out.
    """
    view, menus = scene.view, defaultdict[tuple[str, int | None], list[Move]](list)
    buttons = []
    for move in sorted(view.moves, key=lambda move: move.to is None):
        if move.cards:
            menus[move.kind, move.to].append(move)
        else:
            buttons.append(ui.button(texts.action(move), _move_id(view, texts, move), _style(scene, move, ui.MAIN)))
    return [*(_move_menu(view, texts, moves) for moves in menus.values()), *ui.rows(buttons)]


def _move_menu(view: View, texts: TableText, moves: Sequence[Move]) -> ui.ActionRow:
    place = {card: index for index, card in enumerate(view.hand)}
    as_held = sorted(moves, key=lambda move: [place.get(card, len(place)) for card in move.cards])
    choices = [_move_choice(move.cards, texts) for move in as_held[: ui.MOST_CHOICES]]
    to = moves[0].to
    fields = {} if to is None else {"to": texts.plain[to]}
    hint = texts(f"{texts.game}.choose.{moves[0].kind}", **fields)
    return ui.menu(_move_id(view, texts, moves[0]), hint, choices)


def _move_choice(cards: tuple[Card, ...], texts: TableText) -> SelectOption:
    return _choice(cards[0], texts) if len(cards) == 1 else ui.choice(texts.labels(cards), card_codes(cards))


def _move_id(view: View, texts: TableText, move: Move) -> str:
    return texts.custom_id("move", turn_of(view), move.kind, "" if move.to is None else str(move.to))


def card_codes(cards: tuple[Card, ...]) -> str:
    """Cards as written in custom_ids: `7C-KH`."""
    return "-".join(card.code for card in cards)


def turn_of(view: View) -> str:
    """The seat's next play as `<hand>.<n>`; `n` is how many plays the seat has made in the hand."""
    return f"{view.hand_number}.{view.plays_made}"


def _others(scene: HandScene, texts: TableText) -> list[ui.ActionRow]:
    """Buttons for the queued play; the rules, first as a guided hand; Help…; Refresh, or in a DM the table's link."""
    is_new = NEW_HERE in scene.hints and not scene.queued
    return ui.rows([
        *_going_on(scene, texts),
        *_queued_play(scene, texts),
        texts.button(NEW_HERE, "anew") if is_new else texts.button("in-short", key="rules"),
        texts.button("help"),
        *([texts.button("nudge")] if scene.may_nudge else []),
        *(texts.links("to-table") if scene.dm else [texts.button("hand", key="again")]),
    ])  # fmt: skip


def _going_on(scene: HandScene, texts: TableText) -> list[ui.Button]:
    """The button that ends a pause, or one's own absence."""
    if scene.head.cup_pause is not None or not (scene.paused or scene.away_until is not None):
        return []
    return [texts.button("resume", HERE, style=ui.MAIN, key="resume" if scene.away_until is None else "am-back")]


def _queued_play(scene: HandScene, texts: TableText) -> list[ui.Button]:
    """Buttons to take the only queued play back, and to make it only if it takes the trick, or in any case."""
    if not scene.queued:
        return []
    back = texts.button("take-back", HERE, style=ui.GRAVE)
    if len(scene.queued) > 1 or not considers(texts.game):
        return [back]
    one = scene.queued[0]
    play = (turn_of(scene.view), card_codes(one.cards))
    if one.condition == WINS:
        return [texts.button("queue", *play, ANY, key="queue-any"), back]
    return [texts.button("queue", *play, WINS, key="queue-wins"), back]


def considers(game: str) -> bool:
    """Return whether a game answers questions before a play."""
    return offers(registry.game(game), CanConsider)


@parts_of.register
def _hand_alt(scene: HandScene, reader: Reader) -> list[Part]:
    view = scene.pictured
    texts = TableText(reader, scene.head, "", view.sides, True, view.order)
    if scene.ended is not None:
        return [*parts_of(scene.ended, reader), *droppable(_last_alt(scene, texts))]
    playable = frozenset(card for play in view.legal for card in play)
    told = ""
    if playable and not scene.paused:
        everything = playable == frozenset(view.hand)
        cards = texts.card_list(card for card in view.hand if card in playable)
        told = texts("alt.playable-all") if everything else texts("alt.playable", cards=cards)
    played = trick.plays(view, texts) if view.is_in_hand else []
    sides = range(len(view.sides)) if view.is_in_hand and view.trick_number else ()
    standing = [trick.side_standing(view, side, texts) for side in sides]
    return droppable(
        [*_held_cards(view, texts), told, _takers_line(scene, texts), *played, *_last_alt(scene, texts), *standing]
    )


def _last_alt(scene: HandScene, texts: TableText) -> list[str]:
    """The plays of the last trick and the scene of its great moment, where the picture shows them."""
    if not scene.results or not scene.pictures_trick:
        return []
    moment = moment_in(texts.game, scene.results)
    drawn = [texts(f"{texts.game}.drawn.{moment.kind}")] if moment and scene_of(texts.game, moment) else []
    return [*drawn, texts("alt.last-trick"), *finished_plays(scene.results[-1], texts)]


def _held_cards(view: View, texts: TableText) -> list[str]:
    """The cards of a hand: those in the order of strength, and the special ones with the words for them."""
    if not view.hand:
        return []
    usual = texts.card_list(usual_cards(texts.game, view.groups, view.order))
    kinds = special_cards(texts.game, view.groups, view.order)
    return [
        texts("alt.strongest", cards=usual) if usual else "",
        *(
            special_line(texts.game, kind, len(cards), texts.card_list(cards), texts.words)
            for kind, cards in kinds.items()
        ),
    ]


def _takers_line(scene: HandScene, texts: TableText) -> str:
    """The plays that would head the trick, and take it if nobody plays after them; or that another side's stays."""
    if scene.takers is None or scene.paused:
        return ""
    plays = texts("list.comma" if scene.view.follow != 1 else "list.dot").join(map(texts.card_list, scene.takers))
    if not plays:
        return texts("alt.cannot-take") if scene.cannot_take else ""
    return texts("alt.taking" if scene.view.plays_last else "alt.heading", cards=plays)


@dataclass(frozen=True, slots=True)
class HandHelpScene(Scene):
    """Questions of a player, private. `waits`: others are to play, so that one may play ahead.

    `is_refused_advice`: whether the table is the reason why a newcomer cannot ask what I would play.
    """

    head: TableContext
    waits: bool
    is_refused_advice: bool = False


@dataclass(frozen=True, slots=True)
class AheadScene(Scene):
    """Plays for the seat's next turn, private: the queued ones, and the cards chosen for another one."""

    head: TableContext
    view: View
    """The view of the seat that asks."""
    queued: tuple[QueuedPlay, ...] = ()
    chosen: tuple[Card, ...] = ()
    conditions: tuple[str, ...] = CONDITIONS
    """Those that the seat's next play can meet."""


@ui.page_of.register
def hand_help(scene: HandHelpScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The questions about the play to come and the table, the menu to play ahead while others play, and *More…*."""
    texts = TableText(reader, scene.head, post)
    asked = [texts.button("may"), texts.button("beats", key="beats-it")] if considers(texts.game) else []
    return ui.layout(
        ui.text(texts("help.title", table=texts.table()), texts("help.no-advice") if scene.is_refused_advice else ""),
        *ui.rows([*asked, texts.button("ranks"), texts.button("why"), ladder_button(texts)]),
        *ui.rows([*([texts.button("ahead")] if scene.waits else []), texts.button("more")]),
        colour=ui.YOURS,
    )


@ui.page_of.register
def ahead(scene: AheadScene, reader: Reader, post: str = "") -> ui.PageOfItems:
    """The queued plays, a menu of the hand and, for chosen cards, a button for each condition."""
    view, chosen = scene.view, scene.chosen
    texts = TableText(reader, scene.head, post, view.sides, order=view.order)
    menu = card_menu("ahead", view, texts, chosen, turn_of(view)) if len(scene.queued) < MOST_QUEUED else []
    lay = partial(texts.button, "lay", turn_of(view), card_codes(chosen), style=ui.MAIN)
    keys = {ANY: "lay-any", WINS: "lay-wins", LEAD: "lay-lead", FOLLOW: "lay-follow"}
    offered = [condition for condition in scene.conditions if condition != WINS or considers(texts.game)]
    conditions = [lay(condition, key=keys[condition]) for condition in offered]
    return ui.layout(
        ui.text(texts("ahead.title", table=texts.table()), texts("ahead.about")),
        ui.text(*queued_lines(scene.queued, texts)),
        ui.text(texts("ahead.chosen", cards=texts.cards(chosen)) if chosen else ""),
        *menu,
        *ui.rows(conditions if menu and chosen else []),
        *ui.rows([texts.button("take-back", style=ui.GRAVE)] if scene.queued else []),
        colour=ui.YOURS,
    )


def ahead_scene(head: TableContext, loaded: LoadedTable, seat: int, chosen: tuple[Card, ...] = ()) -> AheadScene:
    """Return the menu of a seat's next plays; `chosen`: the cards for another one, as far as it still holds them."""
    view = loaded.table.view(seat)
    held = tuple(card for card in view.hand if card in chosen)
    return AheadScene(head, view, queued_plays(loaded, seat), held, possible_conditions(loaded.table, seat))
