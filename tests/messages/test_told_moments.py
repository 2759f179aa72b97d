"""Great moments in the bold line of each hand: celebrated where they serve, told soberly where they hit.

Positions are laid out by the rules of each game; what is read is the message of the hand, in English and Danish.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.messages.hand.hand_scene import HandScene
from bot.messages.kit.rendering import draw
from bot.messages.result.own_end import OwnEnd
from bot.messages.result.result import ResultScene
from bot.messages.table.deal import SummaryScene
from bot.tables.deals import SaltedProof
from bot.tables.table import HandResult
from bot.texts import in_language
from bot.texts.reader import Reader
from rules.core.contract import TrickAccount, View
from rules.registry import game as rules_of
from rules.treikort import game as treikort_rules
from tests.messages.given import PEOPLE, head, said
from tests.rules.alkort.positions import hand_won_by
from tests.rules.braus import positions as braus
from tests.rules.karnoffel import tables as karnoffel
from tests.rules.positions import drawn, put, told
from tests.rules.treikort import positions as treikort

ANN, BO, CLEO, DAN = range(4)
Ended = tuple[Any, TrickAccount]
"""The state after a trick, and its account."""


def message(game: str, view: View, account: TrickAccount, language: str = "en") -> str:
    """The text of a hand after this trick; of its end, if the trick has ended it."""
    of = head(PEOPLE[: len(view.hand_sizes) or 4], game=game, options={})
    scene = HandScene(of, view, True, results=(account,), ended=_summary(of, account))
    return said(draw(scene, Reader(in_language(language)), picture="hand.png"))


def _summary(of: Any, account: TrickAccount) -> SummaryScene | None:
    end = account.hand_end
    if end is None:
        return None
    result = HandResult(account.hand_number, 0, (), 4, account.units, end.void, account.scores, account.scores, (),
                        SaltedProof("", ""), end.why, winner=end.winner)  # fmt: skip
    return SummaryScene(of, account.sides, None, result, True)


def hand(state: Any, *plays: str, seat: int, language: str = "en") -> str:
    """The text of a seat's hand of Voormsi after the last of these plays, which ends a trick."""
    view = rules_of("voormsi").view(put(state, *plays), seat)
    return message("voormsi", view, told(state, *plays), language)


@pytest.mark.parametrize(
    ("seat", "language", "line"),
    [
        (CLEO, "en", "**Execution! You beheaded Bo's Voormsi: 2 points · tricks: you 1, they 0**"),
        (ANN, "en", "**Execution! Your partner beheaded Bo's Voormsi: 2 points · tricks: you 1, they 0**"),
        (BO, "en", "**Ouch! Cleo executed your Voormsi: 2 points · tricks: you 0, they 1**"),
        (DAN, "en", "**Ouch! Cleo executed your partner's Voormsi: 2 points · tricks: you 0, they 1**"),
        (CLEO, "da", "**Henrettelse! Du halshuggede Voormsi for Bo: 2 point · stik: I 1, de 0**"),
        (ANN, "da", "**Henrettelse! Din makker halshuggede Voormsi for Bo: 2 point · stik: I 1, de 0**"),
        (BO, "da", "**Av! Cleo henrettede din Voormsi: 2 point · stik: I 0, de 1**"),
        (DAN, "da", "**Av! Cleo henrettede din makkers Voormsi: 2 point · stik: I 0, de 1**"),
    ],
)
def test_9_5_an_execution_is_celebrated_by_its_side_and_hurts_the_other(seat: int, language: str, line: str) -> None:
    assert line in hand(drawn("9C\nKH\nJC\n5C"), "9C", "KH", "JC", "5C", seat=seat, language=language)


def test_9_5_of_three_the_one_whom_it_does_not_hit_reads_who_beheaded_whose_voormsi() -> None:
    state = drawn("9C\nKH\nJC")
    assert "**Cleo executed Voormsi, played by Bo: 2 points" in hand(state, "9C", "KH", "JC", seat=ANN)
    assert "**Ouch! Cleo executed your Voormsi: 2 points" in hand(state, "9C", "KH", "JC", seat=BO)


@pytest.mark.parametrize(
    ("seat", "language", "line"),
    [
        (BO, "en", "**Home! You took it with K♥ Voormsi: 1 point · tricks: you 1, they 0**"),
        (DAN, "en", "**Home! Your partner took it with K♥ Voormsi: 1 point · tricks: you 1, they 0**"),
        (ANN, "en", "**Bo brought home K♥ Voormsi: 1 point · tricks: you 0, they 1**"),
        (BO, "da", "**Hjemme! Du tog det med K♥ Voormsi: 1 point · stik: I 1, de 0**"),
        (ANN, "da", "**Bo fik K♥ Voormsi hjem: 1 point · stik: I 0, de 1**"),
    ],
)
def test_9_4_voormsi_comes_home_with_joy_for_its_own_side_only(seat: int, language: str, line: str) -> None:
    assert line in hand(drawn("9C\nKH\n6C\n5C"), "9C", "KH", "6C", "5C", seat=seat, language=language)


@pytest.mark.parametrize(
    ("seat", "language", "line"),
    [
        (DAN, "en", "**Stopped! You laid 3♦ on Cleo, the executioner: 2 points · tricks: you 1, they 0**"),
        (BO, "en", "**Stopped! Your partner laid 3♦ on Cleo, the executioner: 2 points · tricks: you 1, they 0**"),
        (CLEO, "en", "**Dan laid 3♦ on your executioner: 2 points · tricks: you 0, they 1**"),
        (ANN, "en", "**Dan laid 3♦ on your partner's executioner: 2 points · tricks: you 0, they 1**"),
        (DAN, "da", "**Stoppet! Du lagde 3♦ på bøddelen, Cleo: 2 point · stik: I 1, de 0**"),
        (CLEO, "da", "**Dan lagde 3♦ på din bøddel: 2 point · stik: I 0, de 1**"),
    ],
)
def test_9_8_the_three_of_diamonds_stops_the_executioner(seat: int, language: str, line: str) -> None:
    assert line in hand(drawn("9C\nKH\nJC\n3D"), "9C", "KH", "JC", "3D", seat=seat, language=language)


@pytest.mark.parametrize(
    ("seat", "language", "lines"),
    [
        (
            ANN,
            "en",
            (
                "**You took it with 8♠: 2 points · tricks: you 5, they 0**",
                "-# +1: trick 5.",
                "-# +1: the first five tricks.",
            ),
        ),
        (
            BO,
            "en",
            (
                "**Ann took it with 8♠: 2 points · tricks: you 0, they 5**",
                "-# +1: trick 5.",
                "-# +1: the first five tricks.",
            ),
        ),
        (
            ANN,
            "da",
            ("**Du tog det med 8♠: 2 point · stik: I 5, de 0**", "-# +1: stik nr. 5.", "-# +1: de første fem stik."),
        ),
    ],
)
def test_9_2_the_first_five_tricks_before_the_others_have_one_bring_a_point_of_their_own(
    seat: int, language: str, lines: tuple[str, ...]
) -> None:
    state = drawn("9C 9S 9H 9D\n5C QC QS 8C\nQH QD 8H 8D\n5S 5H 5D 6D", "8S 6C 6S 6H")
    text = hand(state, "9C 9S 9H 9D", "5C QC QS 8C", "QH QD 8H 8D", "5S 5H 5D 6D", "8S", "6C", "6S", "6H",
                seat=seat, language=language)  # fmt: skip
    assert all(line in text for line in lines), text


@pytest.mark.parametrize(
    ("seat", "language", "lines"),
    [
        (ANN, "en", ("**They bounced back! Your partner took it with 9♣ · tricks: you 1, they 1**",
                     "-# Too many: they 8 + 2 = 10, so back to 8. Only exactly 9 wins.")),
        (BO, "en", ("**You bounced back. Cleo took it with 9♣ · tricks: you 1, they 1**",
                    "-# Too many: you 8 + 2 = 10, so back to 8. Only exactly 9 wins.")),
        (ANN, "da", ("**De sprang tilbage! Din makker tog det med 9♣ · stik: I 1, de 1**",)),
        (BO, "da", ("**I sprang tilbage. Cleo tog det med 9♣ · stik: I 1, de 1**",)),
    ],
)  # fmt: skip
def test_10_2_a_bounce_is_told_with_its_reckoning_to_both_sides(
    seat: int, language: str, lines: tuple[str, ...]
) -> None:
    state = drawn("KH 5H\nJC 5C\n6C 9C\n5S 6D", scores=(0, 8))
    text = hand(state, "KH", "JC", "6C", "5S", "5C", "9C", "6D", "5H", seat=seat, language=language)
    assert all(line in text for line in lines), text


SWEPT = (
    "9C 9S 9H 9D", "5C 5S 5H 5D", "8C 8H 8D QC", "QS QH QD KS",
    "AC AS AH AD", "6C 6S 6H KH", "3D 7C 7S 7H", "7D JS JH JC", "8S", "6D", "KC", "JD",
)  # fmt: skip
"""A hand in which seat 0 takes all nine tricks."""


@pytest.mark.parametrize(
    ("seat", "language", "line"),
    [
        (ANN, "en", "**You took every single trick, and so nobody scores.**"),
        (CLEO, "en", "**You took every single trick, and so nobody scores.**"),
        (BO, "en", "**Nobody scores! They took every trick.**"),
        (ANN, "da", "**I tog hvert eneste stik, og derfor får ingen point.**"),
        (BO, "da", "**Ingen får point! De tog alle stik.**"),
    ],
)
def test_9_3_a_void_sweep_is_a_pity_for_its_side_and_luck_for_the_other(seat: int, language: str, line: str) -> None:
    stock = [card for round_ in zip(*map(str.split, SWEPT[4:8]), strict=True) for card in round_]
    state = drawn("\n".join(SWEPT[:4]), " ".join([*stock, *SWEPT[8:]]))
    assert line in hand(state, *SWEPT, seat=seat, language=language)


def ended(state: Any, *plays: str, seat: int, language: str = "en") -> str:
    """The message of a player after the last of these plays, which ends the rubber."""
    last = told(state, *plays)
    assert last.outcome is not None
    result = ResultScene(head(), last.sides, 9, last.outcome, last.scores, (last.scores,), last=last, seat=seat,
                         own=OwnEnd())  # fmt: skip
    return said(draw(result, Reader(in_language(language)), picture="rubber.png"))


@pytest.mark.parametrize(
    ("seat", "language", "lines"),
    [
        (BO, "en", ("## Victory! You and Dan won 9–0", "**Exactly 9! Not one too many.**")),
        (ANN, "en", ("## Bo & Dan won this time 9–0", "**They reached exactly 9.**")),
        (BO, "da", ("## Sejr! Du og Dan vandt 9–0", "**Præcis 9! Ikke ét for meget.**")),
        (ANN, "da", ("## Bo & Dan vandt denne gang 9–0", "**De nåede præcis 9.**")),
    ],
)
def test_10_3_exactly_nine_is_a_victory_to_one_side_and_told_soberly_to_the_other(
    seat: int, language: str, lines: tuple[str, ...]
) -> None:
    state = drawn("KH 5H\nJC 5C\n6C 9C\n5S 6D", scores=(0, 7))
    text = ended(state, "KH", "JC", "6C", "5S", "5C", "9C", "6D", "5H", seat=seat, language=language)
    assert all(line in text for line in lines), text


@pytest.mark.parametrize(
    ("seat", "language", "line"),
    [
        (DAN, "en", "**Oh no! You executed Voormsi on your own side.**"),
        (BO, "en", "**Oh no! Dan executed Voormsi on your own side.**"),
        (ANN, "en", "**What luck! They lost Voormsi to their own executioner.**"),
        (DAN, "da", "**Åh nej! Du henrettede Voormsi på din egen side.**"),
        (ANN, "da", "**Sikke et held! De mistede Voormsi til egen bøddel.**"),
    ],
)
def test_9_6_ones_own_voormsi_beheaded_is_a_shock_to_one_side_and_luck_for_the_other(
    seat: int, language: str, line: str
) -> None:
    text = ended(drawn("9C\nKH\n6C\nJC"), "9C", "KH", "6C", "JC", seat=seat, language=language)
    assert line in text, text


def stroke(sides: str) -> Ended:
    state, accounts = hand_won_by(sides)
    return state, accounts[-1]


def pope() -> Ended:
    state = treikort.drawn("QC 2S KD 2H 4C 8S 9H 9D AC", past=[(4, 5, 0), (4, 5, 0)])
    while sum(state.units) < 8:
        state = treikort.do(state, treikort_rules.legal(state)[0])
    codes = " ".join(treikort_rules.view(state, seat).hand[0].code for seat in range(3))
    return treikort.put(state, codes), treikort.told(state, codes)


def jan() -> Ended:
    dealt, plays = braus.dealt(braus.DEAL_A), ("7C+7S+7H+7D", *"9C - - - JC - - -".split())
    return braus.put(dealt, *plays), braus.told(dealt, *plays)


def swept() -> Ended:
    dealt, plays = (
        karnoffel.drawn("KS KD KC\n9S 9D 9C\n8S 8D 8C\n7S 7D 7C"),
        "KS 9S 8S 7S KD 9D 8D 7D KC 9C 8C 7C".split(),
    )
    return karnoffel.put(dealt, *plays), karnoffel.told(dealt, *plays)


def cudgelled() -> Ended:
    dealt, plays = karnoffel.drawn("7H\nJH\n9S\n8S", options={"devil": "free"}), "7H JH 9S 8S".split()
    return karnoffel.put(dealt, *plays), karnoffel.told(dealt, *plays)


@pytest.mark.parametrize(
    ("game", "made", "seat", "language", "line"),
    [
        ("alkort", lambda: stroke("000001"), ANN, "en", "**Múkur! Bo took it with "),
        ("alkort", lambda: stroke("000001"), BO, "en", "**They took the first five tricks. You took it with "),
        ("alkort", lambda: stroke("1111110"), BO, "da", "**Stroka! Ann tog det med "),
        ("alkort", lambda: stroke("1111110"), ANN, "da", "**De tog stik efter stik. Du tog det med "),
        ("treikort", pope, ANN, "en", "**You are crowned Pope! "),
        ("treikort", pope, BO, "en", "**A new Pope. "),
        ("treikort", pope, ANN, "da", "**Du krones til pave! "),
        ("braus", jan, ANN, "en", "**Jan! You took it with J♣ Spit: 2 points"),
        ("braus", jan, BO, "en", "**They took the first six tricks. Ann took it with J♣ Spit: 2 points"),
        ("braus", jan, CLEO, "da", "**Jan! Din makker tog det med J♣ Spit: 2 point"),
        ("karnoffel", swept, ANN, "en", "**A clean sweep! You took it with K♣"),
        ("karnoffel", swept, DAN, "en", "**No trick for you. Ann took it with K♣"),
        ("karnoffel", swept, CLEO, "da", "**Rent bord! Din makker tog det med K♣"),
        ("karnoffel", cudgelled, BO, "en", "**Thwack! You took it with J♥ Karnöffel"),
        ("karnoffel", cudgelled, ANN, "en", "**Bo struck with the Karnöffel"),
        ("karnoffel", cudgelled, DAN, "da", "**Bang! Din makker tog det med J♥ Karnöffel"),
    ],
)
def test_the_great_moments_of_other_games_are_told_to_each_side_in_its_own_words(
    game: str, made: Callable[[], Ended], seat: int, language: str, line: str
) -> None:
    state, account = made()
    text = message(game, rules_of(game).view(state, seat), account, language)
    assert line in text, text
