"""Tests of the computer players for Karnöffel."""
