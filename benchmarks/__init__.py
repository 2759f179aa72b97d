"""Benchmarks: how fast, how large and how strong the parts of the bot are. Each module is a program."""
