"""Learning to play: first steps, rules, lessons, exercises, the trick of the day."""
