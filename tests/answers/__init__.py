"""Tests of the answer engine."""
