"""A small review: its files, and the words that export it and bring its decisions back."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from probatum.cli import main

TERN = {"eval_types": ["string_match"], "reference_answers": {"must_include": ["tern"]}}
JUDGED = {"eval_types": ["llm_judge"], "reference_answers": {"fuzzy_match": "a tern"}}


class Bench:
    """A task file with its annotations, and where the review goes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tasks, self.annotations = folder / "tasks.json", folder / "annotations.jsonl"
        self.out, self.html = folder / "review.jsonl", folder / "review.html"
        self.decisions, self.new = folder / "decisions.jsonl", folder / "new.jsonl"

    def write(self, *rows: dict[str, Any], intent: str = "Which bird nests there?") -> None:
        tasks = [{"task_id": row["task_id"], "intent": intent, "eval": JUDGED} for row in rows]
        self.tasks.write_text(json.dumps(tasks), encoding="utf-8")
        self.annotations.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")

    def export(self, *more: str) -> int:
        words = [self.tasks, "--annotations", self.annotations, "--out", self.out, "--html", self.html]
        return main(["answers", "review", *map(str, words), *more])

    def bring_back(self, *more: str | Path) -> int:
        words = ["--apply", self.decisions, "--annotations", self.annotations, "--out", self.new, *more]
        return main(["answers", "review", *map(str, words)])

    def rows(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.read_text(encoding="utf-8").split("\n")[:-1]]

    def decide(self, decision: dict[str, Any]) -> None:
        for row in (rows := self.rows()):
            row["decision"] = decision
        self.decisions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def low(task_id: int | str, **more: Any) -> dict[str, Any]:
    return {"task_id": task_id, "eval": TERN, "confidence": "low", "notes": "unsure", **more}
