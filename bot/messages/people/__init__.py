"""Messages about people: profiles, standings, blocks, and what is kept about a person."""
