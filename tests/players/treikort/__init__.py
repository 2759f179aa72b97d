"""Tests of the computer players for Treikort."""
