"""The sentences of Bräus say what its rules are, in every language."""

from __future__ import annotations

import re

import pytest

from bot.texts import in_language
from bot.texts.catalogue import catalogue
from rules.braus import game as braus
from rules.braus.ranking import LIVE, SEVENS, mask_of
from rules.core.cards import card

LANGUAGES = pytest.mark.parametrize("language", ["en", "da"])


@LANGUAGES
def test_2_3_the_order_in_words_is_the_order_of_the_game(language: str) -> None:
    (told,) = catalogue(language).forms["braus.ranks"]
    assert tuple(card(code) for code in re.findall(r"{(\w\w)}", told)) == braus.pack


@LANGUAGES
@pytest.mark.parametrize("seats", braus.seats)
def test_3_1_partners_are_told_by_the_seats_that_they_have(seats: int, language: str) -> None:
    sides = braus.view(braus.start(seats, {}), None).sides
    told = in_language(language)(f"braus.partners.{seats}")
    assert [int(number) for number in re.findall(r"\d", told)] == [seat + 1 for side in sides for seat in side]


@LANGUAGES
def test_2_5_a_newcomer_reads_of_every_dud(language: str) -> None:
    (told,) = catalogue(language).forms["braus.new-here.special"]
    ranks = {"T": r"tens|tiere", "Q": r"queens|damer"}
    for dud in (one for one in braus.pack if not mask_of((one,)) & (LIVE | SEVENS)):
        assert re.search(ranks.get(dud.rank, dud.symbol), told), dud


@LANGUAGES
def test_each_group_option_choice_and_feat_has_words(language: str) -> None:
    own = catalogue(language).forms
    groups = {f"braus.group.{group.name}" for group in braus.order}
    choices = {
        f"braus.option.{option.name}.{choice.partition(':')[0]}"
        for option in braus.options
        for choice in option.choices
    }
    titles = {f"braus.{kind}.{option.name}" for option in braus.options for kind in ("option", "about-option")}
    feats = {f"braus.feat.{feat}" for feat in braus.feats}
    assert (groups | choices | titles | feats) <= own.keys()
