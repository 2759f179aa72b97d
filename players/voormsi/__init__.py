"""Computers for Voormsi."""
