"""Simulated people, faults and checks, shared by tests, kill tests, benchmarks and screenshots.

What only one benchmark or test needs stays there; nothing here is part of the bot or of the sandbox.
"""
