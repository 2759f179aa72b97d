"""Tests of `benchmarks`, and of what they measure."""
