"""For a server: its welcome, and what its organisers see."""
