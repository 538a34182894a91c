// The report: a single page with its own style. Every text is put in as text.

import { element } from "../../../widgets/elements.js";
import { allGuesses, describeCount } from "../../../widgets/guesses.js";
import { mountOnData } from "../../../widgets/mount.js";
import { readInk } from "../../../widgets/palette.js";
import { save } from "../../../widgets/save.js";

export default mountOnData((/** @type {ShareView} */ view, { facts }) => {
  view.facts = facts;
  const page = () => new Blob([`<!doctype html>\n${reportPage(view).outerHTML}`], { type: "text/html" });
  const click = () => save(report, "glassformer-report.html", page);
  const report = element("button", "button share-report", { type: "button", click }, "Download report");
  const count = allGuesses().length;
  const guessed = count ? ` and ${count} on the pictures` : "";
  const hint = `A single page that works offline: sentence, translation, your answers${guessed}.`;
  view.root.replaceChildren(report, element("p", "hint", hint));
});

/** @param {ShareView} view */
function reportPage(view) {
  const { facts, root } = view;
  const names = ["sheet-paper", "sheet-ink", "sheet-faint", "sheet-edge", "good", "poor"];
  const ink = Object.fromEntries(names.map((name) => [name, readInk(root, `--${name}`)]));
  return element(
    "html",
    "",
    { lang: "en" },
    element(
      "head",
      "",
      element("meta", "", { charset: "utf-8" }),
      element("title", "", `Glassformer: ${facts.sentence}`),
      element("style", "", writeStyle(ink)),
    ),
    element(
      "body",
      "",
      element("h1", "", "Glassformer: a report"),
      buildAbout(facts),
      element("h2", "", `Exercises: ${facts.grade}`),
      ...buildAnswers(facts.answers),
      ...buildGuesses(),
    ),
  );
}

/** @param {ShareFacts} facts */
function buildAbout(facts) {
  const rows = [
    ["Sentence", facts.sentence],
    [`Translation (${facts.language})`, facts.translation],
    ["Model", facts.model],
    ["Fingerprint of its weights (SHA-256)", facts.fingerprint],
    ["Date", new Date().toLocaleDateString("en", { dateStyle: "long" })],
  ];
  return element("dl", "", ...rows.flatMap(([name, value]) => [element("dt", "", name), element("dd", "", value)]));
}

/** @param {ShareFacts["answers"]} answers */
function buildAnswers(answers) {
  const right = answers.filter((each) => each.right).length;
  const items = answers.map(({ title, question, given, written, right: isRight, solution, told }) =>
    element(
      "li",
      "",
      element("h3", "", title),
      element("p", "", question),
      given.length > 0 && element("p", "given", given.join(" · ")),
      describeAnswer(written || "no answer", isRight, solution),
      told && element("p", "", told),
    ),
  );
  return [element("p", "", `${right} of ${answers.length} right.`), element("ol", "", ...items)];
}

// Say what was answered, whether it was right, and if not, what would have been.
function describeAnswer(written, isRight, solution) {
  const verdict = isRight ? "✓ right" : solution ? `✗ the answer is ${solution}` : "not answered yet";
  const look = isRight ? "right" : solution ? "wrong" : "open";
  return element("p", look, "Answer: ", element("b", "", written), ` (${verdict})`);
}

function buildGuesses() {
  const all = allGuesses();
  if (!all.length) return [];
  const items = all.map(({ page, sentence, question, guess, answer, told }) =>
    element(
      "li",
      "",
      element("p", "given", `${page}: “${sentence}”`),
      element("p", "", question),
      describeAnswer(guess ?? "shown without guessing", guess === answer, answer),
      element("p", "", told),
    ),
  );
  return [
    element("h2", "", "Guesses on the pictures"),
    element("p", "", `${describeCount(all)}.`),
    element("ol", "", ...items),
  ];
}

function writeStyle(ink) {
  return `
body { max-width: 50rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 Georgia, serif;
  color: ${ink["sheet-ink"]}; background: ${ink["sheet-paper"]}; }
h1, h2, h3 { line-height: 1.2; } h3 { font-size: 1rem; margin: 0; }
p { margin: 0.2rem 0; } li { margin-bottom: 1rem; break-inside: avoid; }
dl { display: grid; grid-template-columns: 12rem 1fr; gap: 0.2rem 1rem; } dd { margin: 0; overflow-wrap: anywhere; }
dt, .given { color: ${ink["sheet-faint"]}; }
.right { border-left: 4px solid ${ink.good}; padding-left: 0.6rem; }
.open { border-left: 4px solid ${ink["sheet-edge"]}; padding-left: 0.6rem; }
.wrong { border-left: 4px solid ${ink.poor}; padding-left: 0.6rem; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } }
`;
}
