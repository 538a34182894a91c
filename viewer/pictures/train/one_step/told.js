// What the page says beside the picture: translations, probabilities, what else changed, which weights moved, the check.

import { buildChip } from "../../../widgets/chips.js";
import { AS_IS, buildTrack, element } from "../../../widgets/elements.js";
import { percent, short } from "../../../widgets/numbers.js";
import { pythonBox } from "../../../widgets/python.js";
import { buildStackedTable } from "../../../widgets/stacked_table.js";
import { writeWordDiff } from "../../../widgets/word_diff.js";

/** @param {Stretch[]} pieces @param {"del" | "ins"} mark */
function written(pieces, mark, names = "") {
  const made = element("span", names);
  made.translate = false;
  writeWordDiff(made, pieces, mark);
  return made;
}

const isSame = (pieces) => pieces.every(({ same }) => same);
const textOf = (pieces) => pieces.map(({ text }) => text).join("");

/** @param {OneStepFacts} facts @param {LessonFacts} lesson @param {SnapshotFacts} now */
export function translations({ language }, { wanted }, now) {
  const line = (name, ...parts) => element("div", "said-line", element("span", "quiet", name), ...parts);
  const isThere = textOf(now.after).trim() === wanted.trim();
  const after = written(now.after, "ins", "serif now");
  if (!now.steps) return [line(`Its ${language} now`, after)];
  return [line("Before", written(now.before, "del", "serif")), line(isThere ? "Now, as you want it" : "Now", after)];
}

// The loss in words that need no logarithm.
/** @param {SnapshotFacts} first @param {SnapshotFacts} now */
export function factor(first, now) {
  const among = (loss) => short(Math.exp(loss), 2);
  if (!now.steps)
    return [
      `Loss ${first.loss.toFixed(2)}: it is as unsure of your words as among ${among(first.loss)} equally likely ones.`,
    ];
  return [
    `Loss ${first.loss.toFixed(2)} → ${now.loss.toFixed(2)}: as unsure as among ${among(first.loss)} words, now ${among(now.loss)}.`,
  ];
}

// How likely each wanted token is, given those before it.
/** @param {LessonFacts} lesson @param {SnapshotFacts} first @param {SnapshotFacts} now */
export function words({ output }, first, now) {
  return output.map((chip, at) => {
    const [before, after] = [first.probabilities[at], now.probabilities[at]];
    const told = now.steps ? `${percent(before)} → ${percent(after)}` : percent(after);
    const loss = `loss ${(-Math.log(Math.max(after, 1e-30))).toFixed(2)}`;
    return element(
      "li",
      "aligned",
      buildChip("span", { ...chip, joined: false }, null),
      element(
        "span",
        "tracks",
        { "aria-hidden": "true" },
        now.steps > 0 && buildTrack(before, "was"),
        buildTrack(after),
      ),
      element("span", "share", told, element("span", "quiet", { "data-from": "understand" }, ` ${loss}`)),
    );
  });
}

// What else it translates differently now.
/** @param {SnapshotFacts} now */
export function costBox({ steps, watched }) {
  if (!steps) return [element("p", "look-words", "Take a step, and see which other translations change with it.")];
  const changed = watched.filter(({ before, after }) => !isSame(before) || !isSame(after));
  const told = `${changed.length || "None"} of ${watched.length} other sentences ${changed.length === 1 ? "changes" : "change"}`;
  const rows = changed.map((each) => [each.sentence, written(each.before, "del"), written(each.after, "ins")]);
  const kept = watched.filter((each) => !changed.includes(each));
  return [
    element("h3", "", `What it costs: ${told}`),
    changed.length > 0 && buildStackedTable(["sentence", "before", "now"], rows, ["words", "words"]),
    kept.length > 0 && element("p", "hint", "As before: ", ...kept.flatMap(asBefore)),
  ].filter(Boolean);
}

const asBefore = ({ sentence, after }, at) => [
  at ? " · " : "",
  element("bdi", "", AS_IS, `${sentence} → ${textOf(after)}`),
];

/** @param {SnapshotFacts} now */
export function movedBox({ moved }) {
  if (!moved.length) return [];
  const most = moved[0].by;
  const rows = moved.map(({ name, by }) => [name, buildTrack(by / most), `${short(100 * by)}%`]);
  return [
    element("h3", "", "Which weights moved most"),
    element(
      "p",
      "hint",
      "In the first step, Adam moves every number that has a gradient by its learning rate, 0.0001: in proportion, small weights move most.",
    ),
    buildStackedTable(["weights", "how far", "of their length"], rows, ["", "mono"]),
  ];
}

// `ask` has a weight checked; null where nobody can.
/** @param {OneStepFacts} facts @param {SnapshotFacts} now @param {((weight: string) => void) | null} ask */
export function checkBox({ weights }, { check, moved }, ask) {
  if (!check && !ask) return [];
  const chosen = check?.weight ?? moved[0]?.name ?? weights[0];
  const menu = element(
    "select",
    "",
    { "aria-label": "Weights to nudge" },
    ...weights.map((name) => element("option", "", { value: name, selected: name === chosen }, name)),
  );
  const button = element("button", "button", { type: "button", click: () => ask?.(menu.value) }, "Nudge one number");
  return [
    element("h3", "", "Is the gradient right? Nudge one number and see"),
    ...(ask ? [element("div", "flow centred", menu, button)] : []),
    ...(check ? [resultOf(check)] : []),
  ];
}

/** @param {CheckFacts} check */
function resultOf({ weight, place, value, gradient, slope, losses }) {
  const digits = (number) => short(number, 8);
  const rows = [
    ["the number", `${weight}[${place.join(", ")}] = ${digits(value)}`],
    ["loss with it 0.00001 larger, smaller", losses.map((loss) => loss.toFixed(12)).join(", ")],
    ["slope: their difference / 0.00002", digits(slope)],
    ["gradient: computed backwards", digits(gradient)],
  ];
  return buildStackedTable(["what", "in 64 bits"], rows, ["mono"]);
}

/** @param {LessonFacts} lesson @param {SnapshotFacts} now */
export const codeBox = ({ snippet }, { steps }) =>
  pythonBox("the lesson and its gradient", snippet.replace("⟨steps⟩", String(Math.max(1, steps))));
