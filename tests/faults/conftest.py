"""Faults: the real bot, the real stand-in for Discord, and something that goes wrong in the middle."""

from tests.flows.conftest import bot, box, database, forgiven, no_errors

__all__ = ["bot", "box", "database", "forgiven", "no_errors"]
