"""Computer players for Voormsi."""
