"""Which occurrence in a text belongs to which item of a list (ANS-D1, D2, D4).

An occurrence inside a longer occurrence of another item belongs to that one: `large` is not found in
`x-large`, nor `navy` in `navy red`, when both are items. Items that share spellings need an occurrence each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise

from probatum.answers.reply import Range


def own_places(found: Sequence[Sequence[Range]]) -> list[Range | None]:
    """Gives each item an occurrence that is its own, none where there is none left.

    Args:
        found: For each item its occurrences from left to right, none inside another.
    """
    spots = sorted(place for places in found for place in places)
    if all(before.end <= after.start for before, after in pairwise(spots)):
        # None touches another, so that nobody competes for any.
        return [places[0] if places else None for places in found]
    return assign(without_nested(found))


def without_nested(found: Sequence[Sequence[Range]]) -> list[list[Range]]:
    """Drops, for each item, the occurrences that lie inside a longer one of another item.

    Args:
        found: For each item its occurrences from left to right, none inside another.

    Returns:
        The same lists without the nested occurrences. Linear but for sorting.
    """
    ends = sorted(
        {place for places in found for place in places}, key=lambda place: (place.start, -place.end)
    )
    starts = [place.start for place in ends]
    furthest: list[Range] = []
    for place in ends:
        furthest.append(place if not furthest or place.end > furthest[-1].end else furthest[-1])
    kept: list[list[Range]] = []
    for places in found:
        rest = []
        for place in places:
            # The place that reaches furthest among those that begin no later.
            cover = furthest[bisect_right(starts, place.start) - 1]
            longer = cover.end - cover.start > place.end - place.start
            if not (longer and cover.end >= place.end):
                rest.append(place)
        kept.append(rest)
    return kept


def assign(found: Sequence[Sequence[Range]]) -> list[Range | None]:
    """Gives each item an occurrence of its own, as many items as possible, earlier ones first.

    A maximum matching by augmenting paths. An item among n never needs more than its first n occurrences,
    so the work depends on the spec and not on the length of the answer.
    """
    wanted = len(found)
    owner: dict[Range, int] = {}
    for item, _ in enumerate(found):
        _augment(item, found, owner, wanted)
    assigned: list[Range | None] = [None] * wanted
    for place, item in owner.items():
        assigned[item] = place
    return assigned


def _augment(item: int, found: Sequence[Sequence[Range]], owner: dict[Range, int], wanted: int) -> bool:
    """Finds a place for one more item, moving others along a path of exchanges; iterative, breadth first."""
    came_from: dict[Range, int] = {}
    queue = [item]
    for current in queue:
        for place in found[current][:wanted]:
            if place in came_from:
                continue
            came_from[place] = current
            if place not in owner:
                _exchange(place, item, came_from, owner)
                return True
            queue.append(owner[place])
    return False


def _exchange(place: Range, item: int, came_from: dict[Range, int], owner: dict[Range, int]) -> None:
    taker = came_from[place]
    while taker != item:
        given_up = next(spot for spot, holder in owner.items() if holder == taker)
        owner[place] = taker
        del owner[given_up]
        place, taker = given_up, came_from[given_up]
    owner[place] = item
