"""The version of the rules that decide verdicts."""

from __future__ import annotations

from typing import Final

RULES_VERSION: Final = 1
"""Raised by every change that can alter a verdict of an existing spec; such a change is in the changelog."""
