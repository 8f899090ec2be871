"""What Probatum costs, as ratios to a named baseline of the same run: `make bench`."""
