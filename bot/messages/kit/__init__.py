"""Parts that all messages share: scenes, components, canvas, palette, card faces, typeface, texts of a table."""
