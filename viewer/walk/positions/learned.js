// Sinusoids beside a table that was learned, and the proof that one table serves every sentence.

import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { part } from "../../widgets/payload.js";
import { partHead } from "./common.js";

/** @param {PositionsView} view */
export function learnedPart(view, place) {
  const { sinusoidal, learned } = view.facts;
  const head = partHead("Computed, or learned?", learnedStory(sinusoidal, learned));
  const row = element("div", "four");
  const numbered = (title) => ({ title, labels: null });
  const tables = {
    scale: "signed",
    height: Math.max(3, Math.floor(230 / view.positionCount)),
    rows: numbered("position"),
    columns: numbered("dimension"),
  };
  const alike = {
    scale: "signed",
    limit: 1,
    unit: "cosine",
    height: tables.height,
    rows: numbered("position"),
    columns: numbered("position"),
  };
  const own = sinusoidal ? "This model's sinusoids" : "Sinusoids";
  const other = sinusoidal ? "A small model's learned table" : "This model's learned table";
  const [left, right] = [part(view.tensors.tables, view.facts.usualBase), part(view.tensors.learned)];
  view.learnedMaps = [
    [matrix({ ...tables, name: own, limit: 1 }), left],
    [matrix({ ...alike, name: "How alike" }), part(view.tensors["alike.sinusoids"])],
    [matrix({ ...tables, name: other }), right],
    [matrix({ ...alike, name: "How alike" }), part(view.tensors["alike.learned"])],
  ];
  row.append(...view.learnedMaps.map(([picture]) => picture.element));
  place.append(head, row, reusePart(view));
}

/** @param {PositionsView} view */
export function drawLearned(view) {
  for (const [picture, values] of view.learnedMaps)
    picture.draw(values, null, { shape: `${values.rows} × ${values.columns}` });
}

function learnedStory(sinusoidal, learned) {
  if (!sinusoidal)
    return "This model trained one vector a position; beside it the sinusoids that it could have had instead.";
  const { steps, parameters, seen, bleu_learned: score, bleu_sinusoidal: twin } = learned;
  const reached = learned.sentences_with_position.split(" ").map(Number);
  const count = (number) => Number(number).toLocaleString("en-US");
  return (
    `This model's table is computed. The other one a small model (${count(parameters)} parameters) ` +
    `learned in ${count(steps)} steps on the everyday corpus. Of its ${count(reached[0])} training sequences ` +
    `${count(reached[8])} reach position 8, ${count(reached[24])} position 24, none position ${seen}: where ` +
    `there was something to learn from, neighbours have become alike; its rows further down are still the random ` +
    `numbers they began with. It translates as well as its twin with sinusoids (BLEU ${score} and ${twin} on that ` +
    `corpus's test sentences). The paper found the same (table 3, row E: 25.7 learned, 25.8 computed) and kept the ` +
    `sinusoids, which have a row for every length.`
  );
}

/** @param {PositionsView} view */
function reusePart(view) {
  const { addresses, same, parameters, numbers: count, rows } = view.facts.reuse;
  const box = element("div", "reuse");
  const line = element("p");
  line.append(
    element("b", "mono", parameters.toLocaleString("en-US")),
    ` of the table's ${rows} × ${(count / rows).toLocaleString("en-US")} = ${count.toLocaleString("en-US")} ` +
      `numbers ${parameters ? "were" : "are"} trained. `,
    view.facts.sinusoidal
      ? "It was computed once, when the model was opened"
      : "It was read once, when the model was opened",
    same ? "; every sentence reads the same place in memory:" : ":",
  );
  const list = element("ul");
  list.append(
    ...addresses.map(([sentence, address]) => {
      const item = element("li");
      const words = element("span", "sentence", `“${sentence}”`);
      item.append(words, element("span", "mono", address));
      return item;
    }),
  );
  box.append(line, list);
  return box;
}
