"""Small random changes to bytes, as accidents and attackers make them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

LONGEST = 20_000

PIECES = [
    *(bytes([byte]) for byte in b'{}[]":,\\\'#&*!|>-%@`?~\t\r\n \x00\x7f/.+e0129'),
    b"null", b"true", b"NaN", b"-Infinity", b"1e999999999", b"0." + b"3" * 50, b"9" * 5000, b"-0", b"1_000",
    b'"a":1,', b'"":', b"[[", b"]]", b"{{", b"}}", b"/*", b"*/", b"//", b"---\n", b"...\n", b"%YAML 1.1\n",
    b"&a ", b"*a ", b"!!str ", b"<<: ", b"? ", b"- ", b": ", b"|2\n", b">-\n",
    b"\\u0000", b"\\ud800", b"\\udc00", b"\\ud83d\\ude00", b"\\x41", b"\\U0001F600", b"\\UFFFFFFFF", b"\\",
    b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"\xf4\x90\x80\x80",
    "é ﬁ İ ß １ ½ \u2028 \u0085 \u202e \u200b 😀".encode(),
    b"[" * 70, b'{"a":' * 70, b"- " * 70, b"(" * 70, b"^$", b"|OR|", b"a{1000}", b"\\b", b"(?=x)", b"(?P<n>",
]  # fmt: skip


def _insert(data: bytes, random: Random) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice(PIECES) + data[at:]


def _replace(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    return data[:start] + random.choice(PIECES) + data[end:]


def _delete(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    return data[:start] + data[end:]


def _repeat(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    return data[:end] + data[start:end] * random.choice([1, 2, 70, 300]) + data[end:]


def _flip(data: bytes, random: Random) -> bytes:
    if not data:
        return data
    at = random.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: random.randint(0, len(data))]


def _swap(data: bytes, random: Random) -> bytes:
    start, middle = _range(data, random)
    end = random.randint(middle, min(len(data), middle + 20))
    return data[:start] + data[middle:end] + data[start:middle] + data[end:]


def _range(data: bytes, random: Random) -> tuple[int, int]:
    start = random.randint(0, len(data))
    return start, random.randint(start, min(len(data), start + random.choice([1, 4, 30])))


CHANGES: list[Callable[[bytes, Random], bytes]] = [
    _insert,
    _replace,
    _delete,
    _repeat,
    _flip,
    _truncate,
    _swap,
]


def mutations(seeds: list[bytes], random: Random) -> Iterator[bytes]:
    """Yields bytes without end: the seeds as they are, then changed ones and joined ones."""
    yield from seeds
    while True:
        data = random.choice(seeds)
        if random.random() < 0.2:
            other = random.choice(seeds)
            data = data[: random.randint(0, len(data))] + other[random.randint(0, len(other)) :]
        for _ in range(random.choice([1, 1, 2, 3, 8])):
            data = random.choice(CHANGES)(data, random)
        yield data[:LONGEST]


def smallest(data: bytes, still_fails: Callable[[bytes], bool]) -> bytes:
    """Returns a shorter input that fails as well: ever smaller pieces are left out as long as that holds."""
    size = len(data) // 2
    while size:
        at = 0
        while at < len(data):
            shorter = data[:at] + data[at + size :]
            if still_fails(shorter):
                data = shorter
            else:
                at += size
        size //= 2
    return data
