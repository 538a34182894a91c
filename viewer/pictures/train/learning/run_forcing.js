// Teacher forcing made visible: what the decoder reads, what it should predict, and what each position costs.

import { part } from "../../../transport/payload.js";
import { buildChip } from "../../../widgets/chips.js";
import { element, vector } from "../../../widgets/elements.js";
import { equation, fraction, num, row, sub, text } from "../../../widgets/mathml.js";
import { full, short, sum } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { highest } from "../../../widgets/vectors.js";

export const currentSentence = (view) => view.facts.sentences[view.number];

/** @param {RunView} view */
export function forcingBox(view) {
  const { input, output } = currentSentence(view);
  view.forcing = output.map((chip, index) => forcingColumn(view, input[index], chip, index, output.length));
  const rows = [
    ["reads", "input: what it reads"],
    ["shift", ""],
    ["says", "target: what it should predict"],
    ["cost", "loss of the position, in nats"],
    ["guess", "what it would predict"],
  ].flatMap(([row, name]) => [
    element("span", `forcing-name quiet name-${row}`, name),
    ...view.forcing.map((column) => column[row]),
  ]);
  const grid = element("div", "forcing-grid small", { style: `--positions: ${output.length}` }, ...rows);
  makeSavable(grid, { name: "Teacher forcing" });
  view.forcingEquation = element("div", "forcing-equation sideways flow");
  return element(
    "section",
    "forcing",
    { "data-from": "prove" },
    element("h3", "", "Teacher forcing: all positions learn at once"),
    element(
      "p",
      "hint",
      "In training the decoder doesn’t read its own words. It reads the right translation, shifted right by one, " +
        "after <s>. At every position it should predict the next token; the lines show where that token is in the " +
        "input. The mask keeps it from reading ahead.",
    ),
    element("div", "forcing-scroller sideways", grid),
    view.forcingEquation,
  );
}

/** @param {RunView} view */
function forcingColumn(view, read, said, index, count) {
  const focus = () => view.lookAt(index);
  const face = (chip, tone) => element("span", `chips ${tone}`, buildChip("span", chip));
  const attributes = { viewBox: "0 0 100 20", preserveAspectRatio: "none", "aria-hidden": "true" };
  const line = index + 1 < count && vector("path", "", { d: "M150 0L50 20" });
  return {
    reads: face(read, "reads"),
    shift: vector("svg", "shift", attributes, line),
    says: face(said, "says"),
    cost: element("button", "cost", { type: "button", click: focus, focus }, element("i"), element("span", "mono")),
    guess: element("span", "says-itself quiet"),
  };
}

/** @param {RunView} view */
export function showForcing(view) {
  const { output, guesses } = currentSentence(view);
  const all = view.tensors[`${view.number}.losses`];
  const losses = part(all, view.step);
  const most = Math.max(...all.data.filter(Number.isFinite), 1);
  view.forcing.forEach(({ cost, guess, reads, says }, index) => {
    const loss = losses[index];
    cost.querySelector("i").style.height = `${(56 * Math.min(loss, most)) / most}px`;
    cost.querySelector("span").textContent = loss.toFixed(2);
    cost.setAttribute("aria-label", `To predict ${output[index].text}: loss ${short(loss)}`);
    cost.setAttribute("aria-pressed", String(index === view.row));
    cost.title = full(loss);
    const own = guesses[view.step][index];
    const right = own.text === output[index].text && own.joined === output[index].joined;
    guess.replaceChildren(element("span", "token one-line", own.text), element("span", "verdict", right ? "✓" : "✗"));
    guess.classList.toggle("right", right);
    for (const each of [cost, guess, reads, says]) each.classList.toggle("focused", index === view.row);
  });
  tellForcing(view, losses);
}

// −ln p of the position in focus, and the mean over all positions, with the numbers put in.
/** @param {RunView} view */
function tellForcing(view, losses) {
  const { output } = currentSentence(view);
  const position = view.row ?? highest(losses);
  const total = sum(losses);
  const said = text(`“${output[position].text}”`, "decoder");
  const of = row("−", text("ln\u2009"), "p", "(", said, "|", text("source, input so far"), ")");
  view.forcingEquation.replaceChildren(
    equation(sub("loss", String(position)), "=", of),
    equation("=", "−", text("ln\u2009"), num(Math.exp(-losses[position])), "=", num(losses[position])),
    equation(
      text("mean"),
      "=",
      fraction(num(total), losses.length),
      "=",
      num(total / losses.length),
      text("\u2002nats per token"),
    ),
  );
}
