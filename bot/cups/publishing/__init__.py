"""How the messages, personal messages and events of cups and leagues get to Discord and stay up to date."""
