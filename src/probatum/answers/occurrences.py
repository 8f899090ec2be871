"""Which occurrence in a text belongs to which item of a list (ANS-D1, D2, D4).

An occurrence inside a longer occurrence of another item belongs to that one: `large` is not found in
`x-large`, nor `navy` in `navy red`, when both are items. Items that share spellings need an occurrence each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from probatum.answers.reply import Range


def own_places(found: Sequence[Sequence[Range]], repeats: Sequence[int] = ()) -> list[Range | None]:
    """Gives each item an occurrence that is its own, none where there is none left.

    Args:
        found: For each item its occurrences from left to right, none inside another.
        repeats: Where items are repeated, and their occurrences stand in `found` only once: for each item the
            position of its occurrences.
    """
    if not repeats:
        spots = sorted(place for places in found for place in places)
        last = 0
        for start, end in spots:
            if start < last:
                break
            last = end
        else:
            # None touches another, so that nobody competes for any.
            return [places[0] if places else None for places in found]
    if len(found) == 1:
        # All are one item: it is only counted.
        given: list[Range | None] = [*found[0][: len(repeats)]]
        return given + [None] * (len(repeats) - len(given))
    return assign(without_nested(found), repeats)


def without_nested(found: Sequence[Sequence[Range]]) -> list[list[Range]]:
    """Drops, for each item, the occurrences that lie inside a longer one of another item.

    Args:
        found: For each item its occurrences from left to right, none inside another.

    Returns:
        The same lists without the nested occurrences. Linear but for sorting.
    """
    ends = sorted({place for places in found for place in places}, key=lambda place: (place[0], -place[1]))
    starts = [start for start, _ in ends]
    furthest: list[Range] = []
    for place in ends:
        furthest.append(place if not furthest or place[1] > furthest[-1][1] else furthest[-1])
    nested = set()
    for start, end in ends:
        # The place that reaches furthest among those that begin no later.
        cover = furthest[bisect_right(starts, start) - 1]
        if cover[1] >= end and cover[1] - cover[0] > end - start:
            nested.add((start, end))
    return [[place for place in places if place not in nested] for places in found]


def assign(found: Sequence[Sequence[Range]], repeats: Sequence[int] = ()) -> list[Range | None]:
    """Gives each item an occurrence of its own, as many items as possible, earlier ones first.

    A maximum matching by augmenting paths, between groups: items that are repeated are one group, and so are
    occurrences that suit the same items. So a search looks at the spellings of the spec and not at the
    occurrences in the answer, and what a search in vain has seen is never looked at again.

    Args:
        found: For each item its occurrences.
        repeats: As in `own_places`.
    """
    items = repeats or range(len(found))
    sharing = _Sharing(found, len(items))
    for item in items:
        sharing.add(item)
    left = sharing.places()
    assigned: list[Range | None] = []
    for item in items:
        # The groups of occurrences of which the item has one, or another item like it, still to come.
        open_groups = [group for group, count in sharing.given[item].items() if count]
        group = min(open_groups, key=lambda group: left[group][-1], default=None)
        if group is None:
            assigned.append(None)
            continue
        sharing.given[item][group] -= 1
        assigned.append(left[group].pop())
    return assigned


class _Sharing:
    """How many occurrences of each group each item has been given.

    Attributes:
        given: For each item the number it has of each group.
    """

    def __init__(self, found: Sequence[Sequence[Range]], wanted: int) -> None:
        suits: dict[Range, list[int]] = {}
        for item, places in enumerate(found):
            # An item among n never needs more than its first n occurrences.
            for place in places[:wanted]:
                suits.setdefault(place, []).append(item)
        groups: dict[tuple[int, ...], list[Range]] = {}
        for place, takers in suits.items():
            groups.setdefault(tuple(takers), []).append(place)
        self._places = [sorted(places) for places in groups.values()]
        self._free = [len(places) for places in self._places]
        self._choices: list[list[int]] = [[] for _ in found]
        for group, suited in enumerate(groups):
            for item in suited:
                self._choices[item].append(group)
        self._holders: list[set[int]] = [set() for _ in self._places]
        self._exhausted: set[int] = set()
        self.given: list[dict[int, int]] = [dict.fromkeys(choices, 0) for choices in self._choices]

    def places(self) -> list[list[Range]]:
        """Returns the occurrences of each group, the leftmost last."""
        return [places[::-1] for places in self._places]

    def add(self, item: int) -> None:
        """Gives an item one more occurrence if there is any."""
        free = [group for group in self._choices[item] if self._free[group]]
        if free:
            group = min(free, key=lambda group: self._places[group][-self._free[group]])
            self._free[group] -= 1
            self._take(item, group)
        elif not self._exhausted.issuperset(self._choices[item]):
            self._search(item)

    def _search(self, item: int) -> None:
        """Looks for an occurrence that others can leave to an item along a path of exchanges."""
        came_from: dict[int, int] = {}
        reached_by: dict[int, int] = {}
        queue = [item]
        for current in queue:
            for group in self._choices[current]:
                if group in came_from or group in self._exhausted:
                    continue
                came_from[group] = current
                if self._free[group]:
                    self._free[group] -= 1
                    self._exchange(group, item, came_from, reached_by)
                    return
                for holder in self._holders[group]:
                    if holder != item and holder not in reached_by:
                        reached_by[holder] = group
                        queue.append(holder)
        # None of these groups has, or will ever have, an occurrence to spare.
        self._exhausted.update(came_from)

    def _exchange(self, group: int, item: int, came_from: dict[int, int], reached_by: dict[int, int]) -> None:
        taker = came_from[group]
        self._take(taker, group)
        while taker != item:
            group = reached_by[taker]
            self.given[taker][group] -= 1
            if not self.given[taker][group]:
                self._holders[group].discard(taker)
            taker = came_from[group]
            self._take(taker, group)

    def _take(self, taker: int, group: int) -> None:
        self.given[taker][group] += 1
        self._holders[group].add(taker)
