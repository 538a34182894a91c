// The roads taken: where each left the one before, and the last two side by side; the visitor's own translation beside
// them.

import { chipOf } from "../../widgets/chips.js";
import { copyButton } from "../../widgets/copy_button.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short } from "../../widgets/numbers.js";
import { weightsAt } from "./weights.js";

/** @param {StepsView} view */
export function roadsBox(view) {
  const box = element("section", "roads");
  const { path } = view.facts;
  if (path.length > 1) box.append(pathRow(view, path));
  const cards = element("div", "cards");
  const { before, now, own } = view.roads;
  if (before) cards.append(roadCard(view, "before", "Before your choice", before, view.facts.difference.before));
  cards.append(
    roadCard(view, "now", before ? "After your choice" : saidBy(view.facts.strategy), now, view.facts.difference?.now),
  );
  if (own) cards.append(roadCard(view, "own", "Your translation", own, null));
  box.append(cards);
  return box;
}

// Of a translation that was given, and only scored, nobody chose the tokens.
function saidBy(strategy) {
  return strategy ? `The translation, by ${strategy}` : "The translation that was given";
}

/** @param {StepsView} view */
function pathRow(view, path) {
  const row = element("nav", "path", { "aria-label": "Your choices" });
  path.forEach(({ fork, said, text }, depth) => {
    const here = depth === path.length - 1;
    const label = fork ? `step ${fork.step + 1}: “${said}”` : "the first translation";
    const made = element(here ? "span" : "button", here ? "road here" : "road", { title: text }, label);
    if (!here) {
      made.type = "button";
      made.addEventListener("click", () => view.trigger("back", depth));
    }
    if (depth) row.append(element("span", "turn", "→"));
    row.append(made);
  });
  const undo = element("button", "copy", "Undo");
  undo.type = "button";
  undo.title = "Take the last choice back";
  undo.addEventListener("click", () => view.trigger("back", path.length - 2));
  row.append(undo);
  return row;
}

/** @param {StepsView} view */
function roadCard(view, name, title, road, parts) {
  const card = element("article", `road-card ${name}`);
  const header = element("header", "", element("h3", "", title), copyButton(road.text));
  const said = element("p", "french", { lang: view.facts.language, dir: "auto" });
  if (parts)
    said.append(
      ...parts.flatMap(({ text: words, same }) => [
        same ? document.createTextNode(words) : element("mark", "", words),
        " ",
      ]),
    );
  else said.textContent = road.text || "(no words)";
  const chipsRow = element("div", "chips small");
  road.chips.forEach((chip, step) => {
    const made = chipOf("span", chip, road.chips[step + 1]);
    const bar = element("span", "probability");
    const filled = element("i");
    const probability = Math.exp(road.logProbabilities[step]);
    filled.style.width = `${(100 * probability).toFixed(1)}%`;
    bar.append(filled);
    made.append(bar);
    made.title =
      `probability ${full(probability)}, log-probability ` +
      `${full(road.logProbabilities[step])}${step < road.forced && name !== "own" ? "; given" : ""}`;
    made.classList.toggle("given", step < road.forced && name !== "own");
    made.classList.toggle("left", name === "own" && step === road.leftAt);
    chipsRow.append(made);
  });
  const picture = matrix({
    name: "What each token looked at",
    rows: { title: "to say", labels: road.chips.map(({ text: words }) => words), meaning: "decoder" },
    columns: { title: "source (key)", labels: view.facts.source.map(({ text: words }) => words), meaning: "encoder" },
    scale: "weights",
    cell: [9, 26],
    invitation: "Point at a cell to read its weight.",
  });
  view.pictures[name] = picture;
  card.append(header, said, chipsRow, roadNumbers(road), ...(name === "own" ? [opinion(road)] : []), picture.element);
  return card;
}

function roadNumbers(road) {
  const line = element("p", "numbers-line mono");
  const per = road.logProbability / Math.max(1, road.chips.length);
  line.textContent =
    `log-probability ${short(road.logProbability)} · per token ${short(per)} · probability ` +
    `${short(Math.exp(road.logProbability))} · ${road.chips.length} tokens`;
  line.title = `log-probability ${full(road.logProbability)}`;
  return line;
}

// Where the model would have left the visitor's translation, in words.
function opinion(road) {
  const line = element("p", "note");
  if (road.leftAt === null) {
    line.textContent = "At every step the model would have said the same.";
    return line;
  }
  const options = road.steps[road.leftAt];
  const [best, taken] = [options[0], options.find((each) => each.taken)];
  const where = road.leftAt ? `Before token ${road.leftAt + 1} the model would have said the same. There` : "At once";
  line.textContent =
    `${where} you say ` +
    `“${taken.text}” (probability ${short(taken.probability)}, number ${taken.rank + 1} of its list); the model ` +
    `would have said “${best.text}” (${short(best.probability)}).`;
  return line;
}

/** @param {StepsView} view */
export function showRoads(view) {
  for (const [name, picture] of Object.entries(view.pictures)) {
    const values = weightsAt(view, name);
    const marked = Math.min(view.step, values.rows - 1);
    picture.draw(values, name === "own" ? null : { row: marked });
  }
}
