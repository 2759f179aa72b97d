"""Parts that tests of a running bot share, and tests of several packages of it together."""
