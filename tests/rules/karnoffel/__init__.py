"""Tests of the rules of Karnöffel."""
