"""Writes docs/codes.md from the catalogue of codes. With `--check`, only says whether it is current."""

from __future__ import annotations

import sys
from pathlib import Path

from probatum.codes import Code, FaultExample, catalogue
from probatum.reports.explain_code import area_title, by_area, example_kind, example_parts
from probatum.reports.visible import visible

PAGE = Path(__file__).parent.parent / "docs" / "codes.md"
HEAD = """# Codes

Every code that a diagnostic or a reason can carry. Codes are stable: programs may rely on them.
`probatum explain CODE` prints the same, `probatum explain` lists all of them, and `--json` gives either to a
program. Diagnostics are called `area/kebab-name`, reasons in verdicts `snake_case`.

<!-- Written by `python scripts/codes_page.py` from src/probatum/codes/. -->
"""


def page() -> str:
    """Returns the page."""
    parts = [HEAD]
    for area, codes in by_area(catalogue().values()).items():
        rows = [f"| [`{code.code}`](#{anchor(code)}) | {code.effect} | {code.title} |" for code in codes]
        parts += [f"## {area_title(area)}\n", "| code | effect | |\n|---|---|---|\n" + "\n".join(rows) + "\n"]
        parts += [section(code) for code in codes]
    return "\n".join(parts)


def anchor(code: Code) -> str:
    """Returns the anchor of a code's section."""
    return code.code.replace("/", "-").replace("_", "-")


def section(code: Code) -> str:
    """Returns the section of one code."""
    lines = [f"{label + ':':<10}{visible(text)}" for label, text, _ in example_parts(code)]
    if isinstance(code.example, FaultExample):
        lines = [f"{visible(text)}" for _, text, _ in example_parts(code)]
        language = {"json": "json", "yaml": "yaml", "python": "python", "shell": "sh"}.get(
            code.example.kind, "json"
        )
        example = f"Example ({example_kind(code)}): bad, and mended.\n\n" + "\n\n".join(
            f"```{language}\n{line}\n```" for line in lines
        )
    else:
        example = f"Example ({example_kind(code)}):\n\n```text\n" + "\n".join(lines) + "\n```"
    return (
        f"### `{code.code}` {{#{anchor(code)}}}\n\n"
        f"**{code.title}** · {code.effect}\n\n{_escaped(code.meaning)}\n\n"
        f"*Fix:* {_escaped(code.fix)}\n\n{example}\n"
    )


def _escaped(text: str) -> str:
    """Keeps a literal bar or bracket outside code from being read as Markdown."""
    pieces = text.split("`")
    return "`".join(p if i % 2 else p.replace("<", "&lt;").replace("*", r"\*") for i, p in enumerate(pieces))


def main(arguments: list[str]) -> int:
    """Writes the page, or checks it; returns the exit code."""
    wanted = page()
    if "--check" in arguments:
        current = PAGE.read_text(encoding="utf-8") == wanted
        print("docs/codes.md is current" if current else "docs/codes.md is out of date: run this script")
        return 0 if current else 1
    PAGE.write_text(wanted, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
