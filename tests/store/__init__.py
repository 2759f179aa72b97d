"""Tests of the ports of the store, on every engine."""
