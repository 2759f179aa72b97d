"""Words: sentences by key, plurals, cards with their names, and facts of the bot and of the game."""

from __future__ import annotations

import logging

import pytest

from bot.texts import MissingTextError, SeatNames, Translator, card_namings, in_language, languages
from bot.texts.catalogue import catalogue
from bot.texts.notices import Notice, Refusal, fact
from rules.core.cards import card, cards
from rules.core.contract import fact as game_fact
from rules.notation import NotationError, read
from rules.voormsi.facts import GainFact, OutcomeFact, PlayFact, RefusalFact
from simulation.seen_cards import cards_in

WORDS = Translator()
DANISH = in_language("da")
NAMES = SeatNames(("Ann", "Bo", "Cleo", "Dan"), ("Ann & Cleo", "Bo & Dan"))


def test_a_key_is_said_with_its_fields() -> None:
    assert WORDS("lobby.opener", name="Ann") == "-# Opened by Ann."


def test_numbers_choose_the_form() -> None:
    assert WORDS.count("options.seat-count", 1) == "1 seat"
    assert WORDS.count("options.seat-count", 3) == "3 seats"


@pytest.mark.parametrize(
    ("parts", "told"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_parts_are_joined_as_in_speech(parts: list[str], told: str) -> None:
    assert WORDS.join(parts) == told


def test_named_cards_carry_their_names() -> None:
    assert WORDS.cards("voormsi", cards("KH JC 7C")) == "K♥ Voormsi, J♣ Toqutsit and 7♣"


def test_cards_can_be_spoken() -> None:
    assert WORDS.spoken_card(card("KH")) == "king of hearts"


def test_the_clubs_facts_are_sentences() -> None:
    told = WORDS.fact("voormsi", fact(Notice.SEATED, table="Otter", seat=2), NAMES)
    assert told == "You now sit at Otter in seat 3."
    two_empty = WORDS.fact("voormsi", fact(Refusal.EMPTY_SEATS, table="Otter", count=2))
    assert two_empty.startswith("Otter can't start yet: 2 seats are free.")


def test_permissions_are_named_as_discord_names_them() -> None:
    lacking = fact(Refusal.MISSING_PERMISSIONS, permissions=("send_messages", "view_channel"), channel="<#5>")
    assert "in <#5> yet. I'm missing permissions: Send Messages and View Channel." in WORDS.fact("voormsi", lacking)


def test_the_games_facts_name_cards_seats_and_sides() -> None:
    executed = game_fact(GainFact.TOQUTSIT_EXECUTES, side=0, points=2, seat=2, card=card("JC"), on=card("KH"), of=1)
    assert WORDS.fact("voormsi", executed, NAMES) == (
        "Bo played K♥ Voormsi, and Cleo beat it with J♣ Toqutsit and won the trick: an execution (§9.5)"
    )
    drawn = game_fact(OutcomeFact.BOTH_OUT, sides=(0, 1), target=9)
    assert WORDS.fact("voormsi", drawn, NAMES) == "Ann & Cleo and Bo & Dan reached 9 together (§10.4)"


def test_reasons_within_a_reason_are_told() -> None:
    reasons = tuple(game_fact(PlayFact.RANK, card=card(one), on=card(on)) for one, on in (("9C", "AS"), ("9H", "AH")))
    laid = game_fact(PlayFact.SET_LAID, size=2, cards=cards("9C 9H"), on=cards("AS AH"), reasons=reasons)
    assert WORDS.fact("voormsi", laid) == (
        "9♣ and 9♥ beat A♠ and A♥ card by card (§6.2): 9♣ ranks above A♠ (§2.3); 9♥ ranks above A♥ (§2.3)"
    )


def test_without_names_seats_are_told_by_their_numbers() -> None:
    refused = game_fact(RefusalFact.NOT_YOUR_TURN, seat=0, turn=2)
    assert WORDS.fact("voormsi", refused) == "It is not your turn: seat 3 is to play."


def test_what_people_wrote_neither_formats_nor_mentions() -> None:
    told = WORDS.fact("voormsi", fact(Notice.CLOSED, table="*Otter*", name="@everyone <@12345678901234567> `x` {0}"))
    assert told == "\\*Otter\\* was closed by @\u200beveryone \\<@\u200b12345678901234567> \\`x\\` {0}."


def test_missing_words_are_an_error_in_tests() -> None:
    with pytest.raises(MissingTextError, match=r"nothing\.such"):
        WORDS("nothing.such")
    with pytest.raises(MissingTextError, match="name"):
        WORDS("lobby.opener")


def test_missing_words_are_logged_and_the_key_is_said(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Translator, "strict", False)
    with caplog.at_level(logging.ERROR):
        assert WORDS("nothing.such") == "nothing.such"
    assert "nothing.such" in caplog.text


def test_a_language_without_a_catalogue_is_told_in_the_source_language() -> None:
    assert in_language("kl").language == "en"
    assert in_language("en-GB")("button.join") == "Join"


def test_words_of_a_language_are_made_once() -> None:
    assert in_language("en") is in_language("en-GB", "")
    assert in_language("da", "kl") is in_language("da", card_names="kl")


def test_every_language_is_listed_by_its_own_name() -> None:
    assert {("en", "English"), ("da", "dansk")} <= set(languages())
    assert card_namings() == (("kl", "kalaallisut"),)


def test_danish_cards_are_spoken_as_danes_say_them() -> None:
    assert [DANISH.spoken_card(one) for one in cards("KH 8S JC 3D")] == [
        "hjerter konge",
        "spar otte",
        "klør knægt",
        "ruder tre",
    ]
    assert DANISH.cards("voormsi", cards("KH 7C")) == "K♥ Voormsi og 7♣"


@pytest.mark.parametrize("language", ["en", "da"])
def test_cards_can_have_greenlandic_names_in_any_language(language: str) -> None:
    words, own = in_language(language, "kl"), in_language(language)
    assert (words.language, words.card_names, own.card_names) == (language, "kl", "")
    assert words("card.rank.K") == "kunngi"
    assert {"essi", "kulooq"} <= set(words.spoken_card(card("AC")).split())
    assert words.card("voormsi", card("AS")) == "A♠ essi"
    assert words("card.rank.9") == own("card.rank.9")
    assert words("button.join") == own("button.join")


def test_a_naming_of_cards_that_there_is_not_changes_nothing() -> None:
    assert in_language("da", "xx").card_names == ""
    assert in_language("da", "xx").spoken_card(card("KH")) == "hjerter konge"


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(
    ("key", "named"),
    [
        ("invitation.joined", "play-now"),
        ("options.about", "play-now"),
        ("welcome.setup", "setup"),
        ("news.dms-closed", "hand"),
        ("refused.paused", "resume"),
    ],
)
def test_a_sentence_calls_a_button_as_the_button_itself_does(language: str, key: str, named: str) -> None:
    words = in_language(language)
    assert words(f"button.{named}") in catalogue(language).forms[key][0]


@pytest.mark.parametrize("language", ["en", "da"])
def test_no_button_of_a_card_names_another_card_as_one_that_is_held(language: str) -> None:
    """Where pages are searched for cards that somebody should not see, it would count as sent to them."""
    forms = {key: one for key, one in catalogue(language).forms.items() if key.split(".")[1:2] == ["special"]}
    assert "voormsi.special.spade-king" in forms
    assert {key: cards_in(form) for key, of_key in forms.items() for form in of_key if cards_in(form)} == {}


def test_commands_are_described() -> None:
    assert WORDS.command("table open") == "Open a table in this channel"
    assert WORDS.command("play", "cards") == "The cards, such as 7c, king of hearts or toqutsit"


def test_a_text_that_is_no_record_is_told_with_its_line() -> None:
    with pytest.raises(NotationError) as caught:
        read("Game: voormsi\nNotation: 1\nPlayer 0: Anna\nnonsense\n")
    told = WORDS.no_record("voormsi", caught.value)
    assert told.startswith("Line ")
    assert "nonsense" in told
