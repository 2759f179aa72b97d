from __future__ import annotations

import json

import pytest

from bot.tables import actions
from rules.core.cards import cards

ALL = (
    actions.Open("a" * 16, "Otter", "voormsi", 1, 4, {"deal": "four"}),
    actions.Open("a" * 16, "Otter", "voormsi", 1, 2, {}, 7, ("a" * 16, "computer")),
    actions.Join("b", 2),
    actions.Join("b"),
    actions.Leave("b"),
    actions.Sit("b", 1),
    actions.AddComputer("b"),
    actions.ChoosePartner("a", 1),
    actions.AskStart("b"),
    actions.RemoveComputer("b", 3),
    actions.Remove("a", "b"),
    actions.SetOption("a", "deal", "all"),
    actions.Open("a" * 16, "Otter", "voormsi", 1, 2, {}, terms={"pace": "day"}),
    actions.SetSeats("a", 3),
    actions.SetTerm("a", "pace", "90+180"),
    actions.TakeTurn("a", 0, cards("7C"), took=90_000, how="queued"),
    actions.Miss(2, 270_000),
    actions.OpenSeat(2),
    actions.OpenSeat(2, "a", manager=True),
    actions.Rest(),
    actions.Depart("a"),
    actions.Forfeit(1),
    actions.Take("c"),
    actions.Take("c", 2),
    actions.Take("c", 2, until=7, member="new"),
    actions.Admit("a", "c"),
    actions.Agree("b", 7, manager=True),
    actions.Return("b"),
    actions.Return("b", fresh=True),
    actions.Take("c", 2, fresh=True),
    actions.Resign("a", 90_000),
    actions.Depart("a", 90_000),
    actions.OpenSeat(2, "a", took=90_000),
    actions.Away("a", 7, 8, 9, took=90_000),
    actions.Propose("a", "pace", "day", 7),
    actions.Agree("b"),
    actions.Disagree("b"),
    actions.Consent(),
    actions.Resume("a"),
    actions.Away("a", 7),
    actions.Back("a", 0),
    actions.Back(None, 0),
    actions.Start("a"),
    actions.Bind("00" * 32, "ff" * 32),
    actions.Bound(7, "https://discord.com/channels/1/2/7"),
    actions.Unbind(),
    actions.Nudge("a", 20_000),
    actions.Ready("a", 2),
    actions.Cut(cards("9C KH")),
    actions.Cut(cards("9C KH"), 3),
    actions.Deal(cards("9C KH"), "00" * 32, "ff" * 32),
    actions.Deal(cards("9C KH"), step=7, key="00" * 32),
    actions.TakeTurn("a", 0, cards("7C"), 1, 0),
    actions.TakeTurn(None, 2, cards("7D 7C")),
    actions.Resign("a"),
    actions.MoveTable("a", 7, 8),
    actions.MoveTable("a", 7, 8, manager=True),
    actions.Close(None),
    actions.Close("a", manager=True),
    actions.Open("a" * 16, "Otter", "voormsi", 1, 4, {}, invited=("b", "c"), kept_until=7),
    actions.Open("a" * 16, "Otter", "voormsi", 1, 4, {}, private=True),
    actions.Invite("a", ("b", "c"), 7),
    actions.Invite("a", ()),
    actions.Decline("b"),
    actions.Lapse(7),
)


@pytest.mark.parametrize("action", ALL, ids=lambda action: type(action).__name__)
def test_an_action_is_read_as_it_was_written(action: actions.TableAction) -> None:
    name, body = actions.write(action)
    assert actions.read(name, json.loads(json.dumps(body))) == action


def test_every_action_is_among_those_tried() -> None:
    assert {type(action) for action in ALL} == set(actions.TableAction.__args__)
