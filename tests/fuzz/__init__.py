"""Fuzzing: whatever the bytes, a reader returns or raises `DocumentError`, and soon.

    python -m tests.fuzz --seconds 20 --seed 1 [--target json ...]

The inputs follow from the seed alone. Each reader has a row in `targets.TARGETS`; a new reader adds its own.
"""
