"""Tests: cases (data), properties (hypothesis) and whole-program runs. They mirror the package."""
