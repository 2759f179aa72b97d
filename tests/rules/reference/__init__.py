"""Second referees, written from the laws alone. They import nothing of `rules`, which is compared with them."""
