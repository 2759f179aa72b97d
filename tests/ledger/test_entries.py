"""The entries of a record behave as a list does, and a value stays as it was when others are made from it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bot.ledger.entries import Entries


@given(st.lists(st.tuples(st.integers(0, 30), st.integers()), max_size=60))
def test_each_continuation_of_a_record_has_its_own_entries(steps: list[tuple[int, int]]) -> None:
    """Also if two go on from the same value, or from a shorter one."""
    known: list[tuple[Entries[int], list[int]]] = [(Entries(), [])]
    for at, entry in steps:
        entries, plain = known[at % len(known)]
        known.append((entries.with_entry(entry), [*plain, entry]))
        known.append((entries.first(at), plain[:at]))
    for entries, plain in known:
        assert list(entries) == plain
        assert list(reversed(entries)) == plain[::-1]
        assert (entries[1:], entries[-3::-1], len(entries)) == (tuple(plain[1:]), tuple(plain[-3::-1]), len(plain))
        assert entries == Entries(plain)


def test_entries_know_the_shorter_ones_that_they_continue() -> None:
    first = Entries(["a"])
    second, other = first.with_entry("b"), first.with_entry("c")
    assert (second.continues(first), second.continues(second)) == (True, True)
    assert (first.continues(second), other.continues(first), second.continues(other)) == (False, False, False)
