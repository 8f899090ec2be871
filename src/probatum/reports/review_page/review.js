"use strict";

// What a form says, as the line that goes into the file of decisions. No part of the page is touched here.
// A spec is copied as text: reading it and writing it again would round its long numbers.
function decisionLine(card, form) {
  const parts = [];
  const problems = [];
  const say = (key, value) => parts.push(`${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  const filled = (texts) => texts.filter((text) => text.trim() !== "");
  const declined = form.declined.filter((one) => one.reason.trim() !== "");
  const right = filled(form.right);
  const wrong = filled(form.wrong);
  const mended = form.spec.trim() !== "" && form.spec !== card.spec;

  if (form.accept) say("accept", true);
  if (mended) {
    try {
      const spec = JSON.parse(form.spec);
      if (spec === null || typeof spec !== "object" || Array.isArray(spec)) problems.push("The spec is no object.");
    } catch (error) {
      problems.push(`The spec is not JSON: ${error.message}`);
    }
    // In JSON a bare line end is layout, never part of a string.
    parts.push(`"eval": ${form.spec.trim().replace(/[\r\n\t]+ */g, " ")}`);
  }
  if (form.confidence) say("confidence", form.confidence);
  if (form.subjective) say("subjective", form.subjective === "true");
  if (form.goldSuspect) say("gold_suspect", form.goldSuspect === "true");
  if (declined.length) say("lint_ignore", declined);
  if (right.length) say("add_positive_examples", right);
  if (wrong.length) say("add_negative_examples", wrong);
  if (form.removed.length) say("remove_examples", form.removed);

  if (!parts.length) {
    if (form.note.trim()) problems.push("There is a note, and nothing is decided.");
    return { decided: false, line: "", problems };
  }
  const reviewer = form.reviewer.trim();
  if (!reviewer) problems.push("Write your name at the top.");
  if (form.accept && mended) problems.push("The spec is accepted as it is, and mended: decide for one.");
  if (form.accept && card.confidence === "low" && !form.confidence) {
    problems.push("The confidence is low: say how sure one may be now.");
  }
  if (form.accept && form.confidence === "low") problems.push("The spec is accepted, and its confidence is low.");
  if (form.subjective === "true" && !form.note.trim()) problems.push("Say in the note why no spec can work.");
  if (form.goldSuspect === "true" && !form.note.trim()) problems.push("Say in the note what is wrong with the gold.");
  if (right.some((text) => wrong.includes(text))) problems.push("An example is added as right and as wrong.");
  const who = [`"reviewer": ${JSON.stringify(reviewer)}`];
  if (form.note.trim()) who.push(`"note": ${JSON.stringify(form.note.trim())}`);
  const about = `"task_id": ${card.task}, "fingerprint": ${JSON.stringify(card.fingerprint)}, ` +
    `"digest": ${JSON.stringify(card.digest)}`;
  const line = `{${about}, "decision": {${[...who, ...parts].join(", ")}}}`;
  return { decided: true, line, problems };
}

const JUDGED = '{"eval_types": ["llm_judge"], "reference_answers": {}}';

function start() {
  const one = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const key = `probatum-review:${document.body.dataset.digest}`;
  const articles = all("article");
  const cards = new Map();
  const wanted = new Set();

  for (const article of articles.filter((article) => "decidable" in article.dataset)) {
    cards.set(article, {
      task: article.dataset.task,
      fingerprint: article.dataset.fingerprint,
      digest: article.dataset.fileDigest,
      confidence: article.dataset.confidence || "",
      // As the page's own field has it: a browser may have kept another text over a reload.
      spec: one(".spec", article).defaultValue,
    });
  }

  function readForm(article) {
    const value = (name) => one(`.${name}`, article).value;
    const texts = (side) => all(`.added textarea[data-side="${side}"]`, article).map((field) => field.value);
    return {
      reviewer: one("#reviewer").value,
      accept: one(".accept", article).checked,
      confidence: value("confidence"),
      subjective: value("subjective"),
      goldSuspect: value("gold-suspect"),
      spec: value("spec"),
      note: value("note"),
      declined: all(".decline", article).map((field) => ({ code: field.dataset.code, reason: field.value })),
      right: texts("right"),
      wrong: texts("wrong"),
      removed: all(".remove", article).filter((box) => box.checked).map((box) => JSON.parse(box.dataset.text)),
    };
  }

  function fillForm(article, form) {
    const set = (name, value) => { one(`.${name}`, article).value = value; };
    one(".accept", article).checked = form.accept;
    set("confidence", form.confidence);
    set("subjective", form.subjective);
    set("gold-suspect", form.goldSuspect);
    set("spec", form.spec);
    set("note", form.note);
    for (const field of all(".decline", article)) {
      const known = form.declined.find((declined) => declined.code === field.dataset.code);
      field.value = known ? known.reason : "";
    }
    one(".added", article).replaceChildren();
    for (const side of ["right", "wrong"]) for (const text of form[side]) addExample(article, side, text);
    for (const box of all(".remove", article)) box.checked = form.removed.includes(JSON.parse(box.dataset.text));
    for (const details of all("details", article)) {
      details.open = details.querySelector(".spec") ? form.spec !== cards.get(article).spec
        : form.right.length + form.wrong.length > 0;
    }
  }

  function addExample(article, side, text = "") {
    const label = document.createElement("label");
    const field = document.createElement("textarea");
    field.dataset.side = side;
    field.rows = 2;
    field.value = text;
    label.append(side === "right" ? "a right answer" : "a wrong answer", field);
    one(".added", article).append(label);
    return field;
  }

  function blank(article) {
    const card = cards.get(article);
    return { accept: false, confidence: "", subjective: "", goldSuspect: "", spec: card.spec, note: "",
      declined: [], right: [], wrong: [], removed: [] };
  }

  function tell(text) { one("#message").textContent = text; }

  function keep() {
    const state = { reviewer: one("#reviewer").value, forms: {} };
    for (const article of cards.keys()) {
      const form = readForm(article);
      const read = decisionLine(cards.get(article), form);
      if (read.decided || form.note) state.forms[article.id] = form;
    }
    try {
      localStorage.setItem(key, JSON.stringify(state));
    } catch (error) {
      tell(`This browser keeps nothing for this page (${error.name}): download before you close it.`);
    }
  }

  function restore() {
    let state = null;
    try {
      state = JSON.parse(localStorage.getItem(key) || "null");
    } catch (error) {
      tell(`What was filled in before cannot be read (${error.name}).`);
    }
    one("#reviewer").value = state ? state.reviewer : "";
    for (const article of cards.keys()) {
      const form = state && state.forms[article.id];
      fillForm(article, form || blank(article));
    }
  }

  function show() {
    let decided = 0;
    const search = one("#search").value.toLowerCase();
    for (const article of articles) {
      const card = cards.get(article);
      const read = card ? decisionLine(card, readForm(article)) : { decided: false, problems: [] };
      decided += read.decided ? 1 : 0;
      article.classList.toggle("decided", read.decided && !read.problems.length);
      article.classList.toggle("faulty", read.problems.length > 0);
      if (card) one(".problems", article).textContent = read.problems.join("\n");
      const needs = article.dataset.needs.split(" ");
      const fits = (!wanted.size || needs.some((need) => wanted.has(need))) &&
        (!search || article.textContent.toLowerCase().includes(search)) &&
        !(one("#undecided").checked && read.decided && !read.problems.length);
      const row = document.getElementById(article.id.replace("card", "row"));
      article.hidden = row.hidden = !fits;
      one(".state", row).textContent = read.problems.length ? "incomplete" : read.decided ? "decided" : "";
    }
    one("#progress").textContent = `${decided} decided.`;
  }

  function changed() {
    keep();
    show();
  }

  function download() {
    const lines = [];
    const open = [];
    for (const [article, card] of cards) {
      const read = decisionLine(card, readForm(article));
      if (read.problems.length) open.push(card.task);
      else if (read.decided) lines.push(read.line);
    }
    const left = open.length ? ` Left out, as incomplete: ${open.join(", ")}.` : "";
    tell(lines.length ? `${lines.length} downloaded.${left}` : `Nothing to download.${left}`);
    if (!lines.length) return;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "application/x-ndjson" }));
    link.download = "decisions.jsonl";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  }

  function mend(article, spec) {
    one(".spec", article).value = spec;
    one(".spec", article).closest("details").open = true;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const article = button.closest("article");
    if (button.classList.contains("filter")) {
      const need = button.dataset.need;
      if (!wanted.delete(need)) wanted.add(need);
      button.setAttribute("aria-pressed", String(wanted.has(need)));
      show();
    } else if (button.id === "download") download();
    else if (button.classList.contains("add")) addExample(article, button.dataset.side).focus();
    else if (button.classList.contains("repair")) {
      mend(article, button.dataset.eval);
      changed();
    } else if (button.classList.contains("clear")) {
      fillForm(article, blank(article));
      changed();
    }
  });
  document.addEventListener("change", (event) => {
    if (event.target.classList.contains("subjective") && event.target.value === "true") {
      mend(event.target.closest("article"), JUDGED);
    }
    changed();
  });
  // What is typed is kept before its field is left, though not letter by letter.
  let waiting = 0;
  document.addEventListener("input", (event) => {
    clearTimeout(waiting);
    waiting = setTimeout(event.target.id === "search" ? show : changed, 250);
  });
  window.addEventListener("pagehide", keep);
  restore();
  show();
}

if (typeof module !== "undefined") module.exports = { decisionLine };
if (typeof document !== "undefined") start();
