"""Tests. The folders mirror the packages; `flows`, `faults` and `kill` test the whole bot."""
