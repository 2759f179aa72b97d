"""Programs for developers: checks of texts and licences, and what writes the generated pages and pictures."""
