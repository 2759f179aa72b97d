"""Tests of the rules of Treikort."""
