// Sinusoids and a learned table side by side, and the proof that one table serves every sentence.

import { part } from "../../../transport/payload.js";
import { element } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { count } from "../../../widgets/numbers.js";
import { section } from "../section.js";

/** @param {PositionsView} view */
export function buildLearned(view) {
  const { sinusoidal, usualBase } = view.facts;
  const height = Math.max(3, Math.floor(230 / view.positionCount));
  const picture = (name, title, values, changes = {}) => {
    const axes = { rows: { title: "position" }, columns: { title } };
    return { made: matrix({ name, scale: "signed", height, ...axes, ...changes }), values };
  };
  const table = (name, values, changes) => picture(name, "dimension", values, changes);
  const alike = (name) =>
    picture("How similar", "position", part(view.tensors[`alike.${name}`]), { limit: 1, unit: "cosine" });
  const [own, other] = sinusoidal
    ? ["This model’s sinusoids", "A small model’s learned table"]
    : ["Sinusoids", "This model’s learned table"];
  view.learned = [
    table(own, part(view.tensors[`table.${usualBase}`]), { limit: 1 }),
    alike("sinusoids"),
    table(other, part(view.tensors["learned.shown"])),
    alike("learned"),
  ];
  return section(
    "Computed, or learned?",
    writeStory(view.facts),
    { "data-from": "prove" },
    element("div", "four side-by-side", ...view.learned.map(({ made }) => made.element)),
    reuseBox(view.facts),
  );
}

/** @param {PositionsView} view */
export function drawLearned(view) {
  for (const { made, values } of view.learned) made.draw(values, null, { shape: `${values.rows} × ${values.columns}` });
}

function writeStory({ sinusoidal, learned }) {
  if (!sinusoidal)
    return "This model trained one vector per position; next to it are the sinusoids it could have had instead.";
  const { steps, parameters, seen, bleu_learned: score, bleu_sinusoidal: twin } = learned;
  const reached = learned.sentences_with_position.split(" ");
  return (
    `This model’s table is computed. The other was learned by a small model (${count(parameters)} parameters) ` +
    `in ${count(steps)} steps on the everyday corpus. Of its ${count(reached[0])} training sequences, ` +
    `${count(reached[8])} reach position 8, ${count(reached[24])} reach position 24 and none reaches position ` +
    `${seen}. Where there was data, neighbours became similar; the rows further down are still the random numbers ` +
    `they started with. It translates as well as its twin with sinusoids (BLEU ${score} and ${twin} on that corpus’s ` +
    `test sentences). The paper found the same (table 3, row E: 25.7 learned, 25.8 computed) and kept the ` +
    `sinusoids, which have a row for any length.`
  );
}

function reuseBox({ sinusoidal, reuse: { addresses, same, parameters, numbers, rows } }) {
  const told =
    ` of the table’s ${rows} × ${count(numbers / rows)} = ${count(numbers)} ` +
    `numbers ${parameters ? "were" : "are"} trained. ` +
    `It was ${sinusoidal ? "computed" : "read"} once, when the model was opened` +
    (same ? "; every sentence reads the same place in memory." : ".");
  const lines = addresses.map(([sentence, address]) =>
    element("li", "flow", element("span", "sentence one-line", `“${sentence}”`), element("span", "mono", address)),
  );
  const words = element("p", "", element("b", "mono", count(parameters)), told);
  const summary = element("summary", "", "Addresses in memory");
  return element("div", "reuse", words, element("details", "", summary, element("ul", "", ...lines)));
}
