"""Exact values: decimals where they are finite, fractions where they are not (ANS-C4).

No value passes through a binary float, and none is rounded to the precision of a decimal context.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, InvalidOperation, Overflow, Underflow
from fractions import Fraction
from typing import Final

LARGEST_EXPONENT: Final = 100_000
"""A power of ten beyond it is no number: nobody counts so far, and sums with it would fill the memory."""

_EXACT: Final = Context(
    prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[InvalidOperation, Overflow, Underflow]
)


def exact(value: int | Fraction | Decimal) -> Decimal | Fraction:
    """Returns the value as a decimal, or as a fraction if no finite decimal equals it."""
    if isinstance(value, Decimal):
        return value
    if isinstance(value, int):
        return Decimal(value)
    twos, rest = _factors(value.denominator, 2)
    fives, rest = _factors(rest, 5)
    if rest != 1:
        return value
    places = max(twos, fives)
    digits = value.numerator * 2 ** (places - twos) * 5 ** (places - fives)
    return Decimal(digits).scaleb(-places, _EXACT)


def _factors(number: int, factor: int) -> tuple[int, int]:
    """Returns how often a factor goes into a number, and what is left of it."""
    times = 0
    while number % factor == 0:
        number //= factor
        times += 1
    return times, number


def times(value: int | Fraction | Decimal, factor: int) -> Decimal | Fraction:
    """Returns the product with a power of ten, exactly; quick for a decimal of any length."""
    if isinstance(value, Decimal):
        product = value.scaleb(len(str(factor)) - 1, _EXACT)
        return Decimal(f"{product:f}") if 0 <= product.adjusted() <= _WRITTEN_OUT else product
    return exact(value * factor)


def negative(value: int | Fraction | Decimal) -> Decimal | Fraction:
    """Returns the value with a minus, and without the rounding of `-value` on long decimals; 0 has none."""
    if not isinstance(value, Decimal):
        return exact(-value)
    return value.copy_negate() if value else value


def shifted(digits: str, places: int) -> Decimal:
    """Returns decimal text times a power of ten; up to septillions it is written out, as people read it."""
    value = Decimal(f"{digits}e{places}")
    return Decimal(f"{value:f}") if 0 < places <= _WRITTEN_OUT else value


def power(base: int, exponent: int) -> Decimal | Fraction | None:
    """Returns an integer power; None for a division by zero or a power nobody writes."""
    if base == 10 and abs(exponent) <= LARGEST_EXPONENT:
        return shifted("1", exponent)
    if base > _LARGEST_BASE or abs(exponent) > _LARGEST_POWER or (base == 0 and exponent < 0):
        return None
    return exact(Fraction(base) ** exponent)


_WRITTEN_OUT: Final = 24
_LARGEST_BASE: Final = 999
_LARGEST_POWER: Final = 99
