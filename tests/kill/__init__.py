"""Tests that kill the process."""
