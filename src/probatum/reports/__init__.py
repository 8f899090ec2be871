"""Drawing results for people, on a terminal."""
