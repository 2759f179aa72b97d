"""Learning to play: for newcomers, rules, lessons, exercises, the trick of the day."""
