"""Leagues: divisions of cups with promotion and relegation, or series of single cups."""
