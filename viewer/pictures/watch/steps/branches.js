// The branches taken: where each left the previous one, the last two side by side, and the visitor's own translation.

import { buildChip } from "../../../widgets/chips.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { buildTrack, element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { full, short, sum } from "../../../widgets/numbers.js";
import { chips } from "../../../widgets/tokens.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";
import { weightsAt } from "./shown.js";

/** @param {StepsView} view */
export function branchesBox(view) {
  const { strategy, difference, branches } = view.facts;
  const { before, now, own } = branches;
  // Nobody chose the tokens of a given translation that was only scored.
  const whole = strategy ? `The translation, by ${strategy}` : "The translation you gave";
  const cards = element(
    "div",
    "cards",
    before && branchCard(view, "before", "Before your choice", before, difference?.[0]),
    branchCard(view, "now", before ? "After your choice" : whole, now, difference?.[1]),
    own && branchCard(view, "own", "Your translation", own, null),
  );
  return element("section", "branches", { "data-from": "understand" }, cards);
}

// The choices made, and the way back.
/** @param {StepsView} view */
export function pathRow(view) {
  const { path } = view.facts;
  if (path.length === 1) return null;
  const row = element("nav", "path flow centred", { "aria-label": "Your choices" });
  const back = (depth) => () => view.trigger("back", depth);
  path.forEach(({ step, chosen, text }, depth) => {
    const isChoice = step !== null && chosen !== null;
    const label = isChoice ? `step ${step + 1}: “${chips([chosen])[0].text}”` : "the first translation";
    if (depth) row.append(element("span", "hint", "→"));
    if (depth === path.length - 1) row.append(element("span", "branch one-line here", { title: text }, label));
    else row.append(element("button", "button branch one-line", { title: text, click: back(depth) }, label));
  });
  const undo = { title: "Undo the last choice", click: back(path.length - 2) };
  row.append(element("button", "copy", undo, "Undo"));
  return row;
}

/** @param {StepsView} view */
function branchCard(view, name, title, branch, parts) {
  const text = element("p", "translation serif", { lang: view.facts.language, dir: "auto" });
  if (parts) writeWordDiff(text, parts, name === "before" ? "del" : "ins");
  else text.textContent = branch.text || "(no words)";
  const picture = matrix({
    name: "What each token looked at",
    rows: { title: "to write", labels: branch.chips.map(({ text: words }) => words), meaning: "decoder" },
    columns: { title: "source (key)", labels: view.facts.source.map(({ text: words }) => words), meaning: "encoder" },
    scale: "weights",
    cell: [9, 26],
    invitation: "Point at a cell to read its weight.",
  });
  view.pictures[name] = picture;
  return element(
    "article",
    `branch-card panel stack ${name}`,
    element("header", "row apart", element("h3", "", title), copyButton(branch.text)),
    text,
    element("div", "chips small", ...buildTokens(branch, name === "own")),
    describeNumbers(branch),
    name === "own" && opinion(branch),
    picture.element,
  );
}

/** @param {Branch} branch */
function buildTokens({ chips, logProbabilities, forced, leftAt }, isOwn) {
  return chips.map((chip, step) => {
    const given = step < forced && !isOwn;
    const probability = Math.exp(logProbabilities[step]);
    const numbers = `probability ${full(probability)}, log-probability ${full(logProbabilities[step])}`;
    const made = buildChip("span", chip, chips[step + 1], buildTrack(probability, "probability"), {
      title: given ? `${numbers}; given by you` : numbers,
    });
    made.classList.toggle("given", given);
    made.classList.toggle("left", isOwn && step === leftAt);
    return made;
  });
}

/** @param {Branch} branch */
function describeNumbers({ logProbabilities, chips }) {
  const logProbability = sum(logProbabilities);
  const per = logProbability / Math.max(1, chips.length);
  const words =
    `log-probability ${short(logProbability)} · per token ${short(per)} · probability ` +
    `${short(Math.exp(logProbability))} · ${chips.length} tokens`;
  return element("p", "hint mono", { title: `log-probability ${full(logProbability)}` }, words);
}

// Where the model would have departed from the visitor's translation, in words.
/** @param {Branch} branch */
function opinion({ leftAt, steps }) {
  if (leftAt === null) return element("p", "note", "The model would have written the same at every step.");
  const [best, taken] = [steps[leftAt][0], steps[leftAt].filter((each) => each.taken)[0]];
  const where = leftAt ? `Up to token ${leftAt + 1} the model would have written the same. There` : "Right away";
  const words =
    `${where} you write “${taken.text}” (probability ${short(taken.probability)}, number ${taken.rank + 1} on its ` +
    `list); the model would have written “${best.text}” (${short(best.probability)}).`;
  return element("p", "note", words);
}

/** @param {StepsView} view */
export function showBranches(view) {
  for (const [name, picture] of Object.entries(view.pictures)) {
    const values = weightsAt(view, /** @type {BranchName} */ (name));
    picture.draw(values, name === "own" ? null : { row: Math.min(view.step, values.rows - 1) });
  }
}
