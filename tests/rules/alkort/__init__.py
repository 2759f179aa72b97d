"""Tests of the rules of Alkort."""
