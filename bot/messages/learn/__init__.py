"""Learning to play: rules, lessons, exercises, the trick of the day."""
