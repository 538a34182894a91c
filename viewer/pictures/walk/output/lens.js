// The logit lens: the prediction of the decoder's input and of each of its layers, through the final norm and the
// vocabulary.

import { part } from "../../../transport/payload.js";
import { buildChip } from "../../../widgets/chips.js";
import { csvNumber } from "../../../widgets/csv.js";
import { element, say } from "../../../widgets/elements.js";
import { buildLegend } from "../../../widgets/matrix.js";
import { percent, short } from "../../../widgets/numbers.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { arrows } from "../../../widgets/pointing.js";
import { buildBands, buildTitle, columnWidth } from "./bands.js";
import { pieceOf, quotePiece, readSoFar } from "./pieces.js";

const PAPER = "var(--st-background-color)";
const SHADES = [PAPER, `color-mix(in oklab, var(--decoder) 55%, ${PAPER})`];

/** @param {OutputView} view */
export function lensPicture(view) {
  const { T, V, decoder_layers: layers } = view.sizes;
  const place = element("div");
  let grid = /** @type {ReturnType<typeof gridOf> | null} */ (null); // once the output matrix is here
  return {
    element: buildTitle(
      "The logit lens: what each layer would predict",
      `${layers + 1} × T × V = ${layers + 1} × ${T} × ${V}`,
      `The vector after each layer goes through the final norm, the output matrix and the softmax, as if that layer ` +
        `were the last. Only the last row was trained to predict the next token; take the rows above it as a ` +
        `hint.${view.facts.tied ? " The first row repeats what went in: input and output share one table." : ""}`,
      place,
    ),
    show(position) {
      grid ??= gridOf(view, place);
      grid(position);
    },
  };
}

/** @param {OutputView} view */
function gridOf(view, place) {
  const names = levelNames(view);
  const cells = view.tokens.target.flatMap((_, position) => names.map((_, level) => buildCell(view, level, position)));
  const columns = view.tokens.target.map((token, position) => {
    const goes = element("div", "cell goes", buildChip("span", token));
    const own = cells.filter((each) => each.position === position).map((each) => each.button);
    return element("div", "position pick stack", goes, ...own);
  });
  const bands = buildBands("lens", {
    columns,
    least: columnWidth(view, 22),
    leads: () => [element("div", "cell goes", "goes in"), ...names.map((name) => element("div", "cell level", name))],
  });
  const keydown = arrows((across, down) => {
    const from = cells.find(({ button }) => button.matches(":focus"));
    const goal = cells.find(
      ({ level, position }) => level === from?.level + down && position === from?.position + across,
    );
    if (!goal) return;
    chooseCell(view, goal);
    goal.button.focus();
  });
  const grid = element("div", "", { role: "listbox", "aria-label": "Logit lens: layers by positions", keydown }, bands);
  const legend = buildLegend("probability of the token in the cell", ["0", "1"], SHADES);
  const reading = element("p", "reading", { "aria-live": "polite" });
  const picture = makeSavable(element("div", "", grid, legend, reading), {
    name: "The logit lens",
    lines: () => lensLines(view),
  });
  place.replaceWith(picture);
  view.drawLens = () => {
    const { level, pointed } = view.lens;
    say(reading, describeCell(view, pointed ?? { level, position: view.next.position }));
  };
  return (position) => {
    columns.forEach((column, each) => {
      column.classList.toggle("here", each === position);
    });
    for (const { button, level, position: at } of cells) {
      const selected = at === position && level === view.lens.level;
      button.tabIndex = selected ? 0 : -1;
      button.setAttribute("aria-selected", String(selected));
    }
    view.drawLens();
  };
}

/** @param {OutputView} view */
function levelNames({ sizes: { decoder_layers: last } }) {
  const layers = Array.from(
    { length: last },
    (_, level) => `layer ${level + 1}${level + 1 === last ? " = output" : ""}`,
  );
  return ["embedding", ...layers];
}

// The most probable token of each layer at each position.
/** @param {OutputView} view */
function lensLines(view) {
  const { lensTop, lensProbabilities } = view.tensors;
  return [
    ["position", "level", "token", "probability"],
    ...view.tokens.target.flatMap((_, position) =>
      levelNames(view).map((name, level) => [
        position,
        name,
        pieceOf(view, part(lensTop, level, position)[0]).text,
        csvNumber(part(lensProbabilities, level, position)[0]),
      ]),
    ),
  ];
}

/** @param {OutputView} view */
function buildCell(view, level, position) {
  const [id] = part(view.tensors.lensTop, level, position);
  const [p] = part(view.tensors.lensProbabilities, level, position);
  const { text } = pieceOf(view, id);
  const point = (pointed) => {
    view.lens.pointed = pointed;
    view.drawLens();
  };
  const cell = { level, position };
  const button = element(
    "button",
    `cell level ${id === view.frame.ids.output[position] ? "agrees" : ""}`,
    {
      role: "option",
      style: `--share: ${p}`,
      "aria-label": `${levelNames(view)[level]}, position ${position}: ${text}, probability ${short(p)}`,
      pointerenter: () => point(cell),
      pointerleave: () => point(null),
      click: () => chooseCell(view, cell),
    },
    element("span", "face one-line", text),
  );
  return { ...cell, button };
}

/** @param {OutputView} view */
function chooseCell(view, { level, position }) {
  view.lens = { level, pointed: null };
  view.set({ token: position });
}

// The most probable tokens of one cell, and the rank there of the token that was chosen in the end.
/** @param {OutputView} view */
function describeCell(view, { level, position }) {
  const { lensTop, lensProbabilities, lensRanks, lensChosen } = view.tensors;
  const probabilities = part(lensProbabilities, level, position);
  const all = [...part(lensTop, level, position)].map(
    (id, at) => `${quotePiece(view, id)} ${percent(probabilities[at])}`,
  );
  const rank = part(lensRanks, level)[position] + 1;
  return (
    `${levelNames(view)[level]}, after “${readSoFar(view, position, 24)}”: ${all.join(", ")}. The translation’s token, ` +
    `${quotePiece(view, view.frame.ids.output[position])}, ranks ${rank.toLocaleString("en")} here, with p = ` +
    `${short(part(lensChosen, level)[position])}.`
  );
}
