"""Tests of the catalogues, the rules pages and other texts."""
