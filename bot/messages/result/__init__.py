"""The end of a rubber."""
