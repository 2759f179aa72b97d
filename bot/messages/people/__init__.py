"""What a person sees of people: profiles, standings, blocks, and what is kept about them."""
