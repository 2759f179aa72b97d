"""The standing of a rubber: ladders, combs and rows, and the story of a hand's points."""
