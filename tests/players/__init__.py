"""Tests of `players`: that they play legally, think for a short time, and win more than chance does."""
