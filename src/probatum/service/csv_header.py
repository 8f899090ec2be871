"""The header of a CSV file: which columns it has, or what is wrong with the file as a whole."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator
from typing import Final, NoReturn

from probatum.diagnostics import Diagnostic, Place, Severity
from probatum.documents import clip, show
from probatum.errors import DocumentError
from probatum.files import fail
from probatum.service.answer_rows import MAX_LINE, RowReader

DELIMITERS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
"""What may part the cells, by its name."""

_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_NOT_LETTERS: Final = re.compile(r"[\W_]+")
_CAUSES: Final = (
    ("unexpected end of data", "a quoted cell is not closed before the file ends"),
    ("expected after", "a quote stands inside a quoted cell and is not doubled"),
    ("new-line character", "a carriage return stands bare in a cell that is not quoted"),
    ("field larger", f"a cell has more than {MAX_LINE:,} bytes"),
    ("NUL", "it has a NUL byte"),
)


def refuse_other_encodings(name: str, data: bytes) -> None:
    """Refuses a file in UTF-16, of which otherwise every single row would be at fault.

    Args:
        name: Display name of the file.
        data: Its beginning.

    Raises:
        FileError: It is in UTF-16.
    """
    head = data[:64]
    if head.startswith(_UTF_16) or (len(head) >= 8 and head.count(b"\0") * 3 > len(head)):
        message = "The file is in UTF-16, not in UTF-8."
        fix = "Save it as UTF-8 (in Excel: CSV UTF-8), or convert it: iconv -f UTF-16 -t UTF-8."
        fail("bad-utf8", name, message, fix)


def cause(error: csv.Error) -> str:
    """Returns what is wrong with a row, in the words of who wrote the file."""
    return next((told for word, told in _CAUSES if word in str(error)), "its quotes do not match")


def read_header(
    rows: Iterator[list[str]], reader: RowReader, delimiter: str, text: Callable[[], str]
) -> list[str]:
    """Returns the names of the columns. Lines of nothing before them are passed over.

    Args:
        rows: The rows of the file, from its first.
        reader: Knows the columns that are needed.
        delimiter: What parts the cells.
        text: Returns the line that was read last.

    Raises:
        DocumentError: There is no header, or it lacks a column.
    """
    line = 1
    try:
        names = next(rows)
        while not any(map(str.strip, names)):
            names = next(rows)
            line += 1
    except StopIteration:
        _refuse(reader, 1, "The file is empty.", "Begin it with a line of column names.")
    except csv.Error as error:
        message, fix = f"The header cannot be read: {cause(error)}.", "Save the file as comma-separated text."
        if "new-line character" in str(error):
            message = "The lines of the file end with carriage returns alone, as those of old Mac programs."
            fix = r"Save it with LF or CRLF at the end of each line: tr '\r' '\n' <FILE."
        elif other := _other_delimiter(text(), delimiter):
            message, fix = other
        _refuse(reader, line, message, fix)
    found = reader.fields(dict.fromkeys(names, ""))
    absent = [field for field in ("task_id", "answer") if field not in found]
    # Excel leaves columns without a name behind; nothing is read from them.
    twins = [name for name in names if name and names.count(name) > 1]
    if absent:
        _refuse(reader, line, *_absent(reader, names, absent, delimiter), show(list(names)))
    if twins:
        message = f"Two columns have the name {show(twins[0])}."
        _refuse(reader, line, message, "Rename one of them.", show(list(names)))
    return names


def _absent(reader: RowReader, names: list[str], absent: list[str], delimiter: str) -> tuple[str, str]:
    """Returns what to say about missing columns, and the cure."""
    if len(names) == 1 and (other := _other_delimiter(names[0], delimiter)):
        return other
    wanted = [reader.name_of(field) for field in absent]
    message = f"The header has no column {' and no column '.join(map(show, wanted))}."
    options = []
    for field, name in zip(absent, wanted, strict=True):
        near = _near(name, names) or ([] if name == field else _near(field, names))
        options.append(f"--map {field}={clip(near[0]) if near else 'COLUMN'}")
    return message, f"Say which it is: {' '.join(options)}."


def _other_delimiter(text: str, delimiter: str) -> tuple[str, str] | None:
    """Returns what to say where another sign parts the cells of a line; None where none does."""
    read_as = next(word for word, sign in DELIMITERS.items() if sign == delimiter)
    for word, sign in DELIMITERS.items():
        if sign in text and delimiter not in text:
            message = f"The cells are parted by the {word}, and are read as if by the {read_as}."
            return message, f"Say --delimiter {word}."
    return None


def _near(name: str, names: list[str]) -> list[str]:
    """Returns the columns that may be meant by a name, the nearest first."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    bare = {_bare(column): column for column in reversed(names) if column}
    return [bare[one] for one in get_close_matches(_bare(name), bare, 1, 0.75)]


def _bare(name: str) -> str:
    return _NOT_LETTERS.sub("", name[:80]).casefold()


def _refuse(reader: RowReader, line: int, message: str, fix: str, value: str = "") -> NoReturn:
    place = Place(reader.name, line)
    raise DocumentError([Diagnostic("answers/csv-header", Severity.ERROR, place, message, fix, value)])
