"""The looks of Karnöffel: emblems, special cards and ranks belong to the hand (KARNOFFEL §3, §11.5)."""

from __future__ import annotations

from bot.messages.hand.consider import BeatsScene
from bot.messages.hand.hand_picture import HandDrawing
from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.game_looks import emblems, special_cards
from bot.messages.kit.rendering import alt, draw, picture_of
from bot.messages.learn.ranks_picture import BeatsDrawing, RanksDrawing
from bot.messages.learn.rules import RanksScene
from bot.messages.looks.karnoffel import CudgelsDrawing
from bot.messages.score.ladders import LadderScene
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.cards import Card, cards
from rules.core.contract import Group
from rules.karnoffel import game as karnoffel
from rules.karnoffel.ranking import GROUPS, SUITS
from tests.messages.given import PEOPLE, head, said
from tests.messages.test_pictures import GROUNDS, cards_in, in_the_corner, shown_by
from tests.rules.karnoffel.tables import drawn, put

READER = Reader(in_language("en"))
HEAD = head(PEOPLE, game="karnoffel")
HEARTS = GROUPS[SUITS.index("H")]
ROWS = "QS 7S\nKS 3C\nJH 4H\n5H 7H"


def beats(seat: int = 2) -> BeatsScene:
    """The cards that beat K♠, which was laid on the Q♠ that was led; hearts are chosen."""
    state = put(drawn(ROWS), "QS", "KS")
    view = karnoffel.view(state, seat)
    assert view.heading is not None
    return BeatsScene(HEAD, view.trick[view.heading], karnoffel.beaters(state), view.turn, seat, view.hand, view.order)


def test_the_seven_cards_with_powers_in_the_chosen_suit_have_an_emblem_each() -> None:
    for suit, order in zip(SUITS, GROUPS, strict=True):
        found = emblems("karnoffel", order)
        assert set(found) == {rank + suit for rank in "J762345"}
        assert len(set(found.values())) == 7


def test_no_card_has_an_emblem_before_a_suit_is_chosen() -> None:
    assert emblems("karnoffel") == emblems("karnoffel", karnoffel.order) == {}


def test_the_devil_of_the_hand_stands_apart_and_every_other_seven_in_the_order() -> None:
    for suit, order in zip(SUITS, GROUPS, strict=True):
        assert special_cards("karnoffel", order, order) == {"devil": cards("7" + suit)}
    assert special_cards("karnoffel", karnoffel.order) == {}
    scene = HandScene(HEAD, karnoffel.view(drawn(ROWS), 3), True)
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, HandDrawing)
    assert [group.told for group in drawing.groups if cards("7H")[0] in group.cards] == ["wins only when led"]
    assert "7♥ Devil: wins only when led" in alt(scene, READER)


def test_what_beats_a_card_is_told_and_drawn_in_the_order_of_the_hand() -> None:
    """KARNOFFEL §3.7: on the ladder of a plain suit, J 6 2 of the chosen suit stand above its King."""
    scene = beats()
    told = said(draw(scene, READER))
    beaten = "J♥ Karnöffel · 6♥ Pope · 2♥ Kaiser"
    assert f"Beaten by: {beaten}\n" in told
    assert "In your hand: **J♥ Karnöffel**" in told
    assert f"beaten by: {beaten}." in alt(scene, READER)
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, BeatsDrawing)
    assert drawing.look.order == HEARTS


def test_the_ranks_of_a_hand_are_those_of_its_chosen_suit_with_every_card_once() -> None:
    scene = RanksScene(cards("4H TS"), "karnoffel", 7, HEARTS)
    told = said(draw(scene, READER))
    assert "Karnöffel: J♥\nDevil: 7♥\nPope: 6♥\nKaiser: 2♥\nKings: K♥" in told
    assert "Under-stabber: **4♥**" in told
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, RanksDrawing)
    found: list[Card] = [card for column in drawing.columns for card in column]
    assert sorted([*found, *cards("7H")]) == sorted(karnoffel.pack)
    assert cards_in(drawing.kinds) == set(cards("7H"))


def test_no_column_of_the_ranks_covers_the_one_beside_it() -> None:
    for order in ((), HEARTS):
        drawing = picture_of(RanksScene((), "karnoffel", None, order), READER)
        assert isinstance(drawing, RanksDrawing)
        assert max(map(len, drawing.rows())) <= 9
        numbers = [number for row in drawing.rows() for number, _ in row]
        assert numbers == list(range(1, len(drawing.columns) + 1))


def test_a_game_with_one_order_tells_its_ranks_in_its_own_words() -> None:
    one: tuple[Group, ...] = karnoffel.order
    told = said(draw(RanksScene((), "karnoffel", 7, one), READER))
    assert "**In the chosen suit**, strongest first" in told


def test_the_scores_show_a_cudgel_for_each_hand_won_with_its_number() -> None:
    """KARNOFFEL §6.2: a hand won is worth 1."""
    way = ((1, 0), (1, 1), (2, 1), (3, 1))
    scene = LadderScene(HEAD, ((0, 2), (1, 3)), (3, 1), (0, 0), 5, None, 5, way=way)
    drawing = picture_of(scene, READER)
    assert isinstance(drawing, CudgelsDrawing)
    assert drawing.won == ((1, 3, 4), (2,))
    assert {"1", "2", "3", "4", "3 of 5", "1 of 5"} <= {line.text for line in shown_by(drawing)}
    assert in_the_corner(drawing.draw()) <= GROUNDS
    assert "Ann & Cleo won hands 1, 3 and 4\nBo & Dan won hand 2" in alt(scene, READER)


def test_twenty_hands_to_win_stay_within_the_picture() -> None:
    way = tuple((hand, 0) for hand in range(1, 21))
    drawing = picture_of(LadderScene(HEAD, ((0, 2), (1, 3)), (20, 0), (0, 0), 20, None, 20, way=way), READER)
    assert drawing is not None
    assert in_the_corner(drawing.draw()) <= GROUNDS
