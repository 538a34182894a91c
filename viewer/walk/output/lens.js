// The logit lens: what the decoder's input and each of its layers would say through the final norm and the vocabulary.

import { chipOf } from "../../widgets/chips.js";
import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { full, short } from "../../widgets/numbers.js";
import { part } from "../../widgets/payload.js";
import { savedAs } from "../../widgets/pictures.js";
import { bandsOf, columnWidth, titled } from "./bands.js";
import { pieceChip, pieceOf, quoted, readSoFar } from "./pieces.js";

/** @param {OutputView} view */
export function lensPicture(view, place) {
  const { T } = view.sizes;
  const levels = view.facts.streams.length;
  const section = titled(
    "The logit lens: what each layer would say",
    `${levels} × T × V = ${levels} × ${T} × ${view.sizes.V}`,
    `The vector after each layer goes through the final norm, the output matrix and the softmax, as if that layer ` +
      `were the last. Only the last row was trained to predict the next token; read the rows above it as a ` +
      `hint.${view.facts.tied ? " The first row repeats what went in: input and output share one table." : ""}`,
  );
  const cells = [];
  const { box, columns } = bandsOf({
    count: T,
    least: columnWidth(view, 22),
    leads: () => lensLeads(levels),
    column: (position) => lensColumn(view, position, cells),
  });
  box.classList.add("lens");
  box.setAttribute("role", "listbox");
  box.setAttribute("aria-label", "Logit lens: layers by positions");
  const panel = lensPanel(view);
  const both = element("div", "with-panel");
  const legend = element("div", "legend");
  const bar = element("span", "bar");
  const ends = element("span", "ends");
  ends.append(element("span", "", "0"), element("span", "", "1"));
  bar.append(element("i", "shades"), ends);
  legend.append(element("span", "unit", "probability of the token in the cell"), bar);
  const left = element("div");
  left.append(box, legend);
  savedAs(left, { name: "The logit lens", lines: () => lensLines(view) });
  both.append(left, panel.element);
  section.append(both);
  place.append(section);
  view.drawLens = () => {
    const { level, position } = view.lens.pointed ?? { level: view.lens.level, position: view.next.position };
    panel.draw(level, position);
  };
  let selected = null;
  const select = (position) => {
    if (selected) markCell(selected, false);
    selected = cells.find((cell) => cell.position === position && cell.level === view.lens.level);
    markCell(selected, true);
  };
  return {
    show(position) {
      columns.forEach((column, each) => {
        column.classList.toggle("lit", each === position);
      });
      select(position);
      view.drawLens();
    },
  };
}

// What every layer would say at every position.
/** @param {OutputView} view */
function lensLines(view) {
  const levels = view.facts.streams.length;
  return [
    ["position", "level", "token", "probability"],
    ...view.tokens.target.flatMap((_, position) =>
      Array.from({ length: levels }, (_, level) => [
        position,
        levelName(level, levels),
        pieceOf(view, part(view.tensors.lensTop, level, position)[0]).text,
        csvNumber(part(view.tensors.lensProbabilities, level, position)[0]),
      ]),
    ),
  ];
}

function markCell({ button }, selected) {
  button.tabIndex = selected ? 0 : -1;
  button.setAttribute("aria-selected", String(selected));
}

function levelName(level, levels) {
  if (level === 0) return "embedding";
  return level === levels - 1 ? `layer ${level} = output` : `layer ${level}`;
}

function lensLeads(levels) {
  const leads = element("div");
  leads.append(element("div", "cell goes", "goes in"));
  for (let level = 0; level < levels; level += 1) leads.append(element("div", "cell level", levelName(level, levels)));
  return leads;
}

/** @param {OutputView} view */
function lensColumn(view, position, cells) {
  const column = element("div", "position");
  const goes = element("div", "cell goes");
  goes.append(chipOf("span", view.tokens.target[position]));
  column.append(goes);
  view.facts.streams.forEach((_, level) => {
    const id = part(view.tensors.lensTop, level, position)[0];
    const p = part(view.tensors.lensProbabilities, level, position)[0];
    const button = element("button", "cell level");
    button.type = "button";
    button.setAttribute("role", "option");
    button.style.setProperty("--share", p);
    const piece = pieceOf(view, id);
    button.append(element("span", "face", piece.text));
    button.setAttribute(
      "aria-label",
      `${levelName(level, view.facts.streams.length)}, position ${position}: ${piece.text}, probability ${short(p)}`,
    );
    button.classList.toggle("agrees", id === view.facts.chosen[position]);
    const point = (there) => {
      view.lens.pointed = there ? { level, position } : null;
      view.drawLens();
    };
    button.addEventListener("pointerenter", () => point(true));
    button.addEventListener("pointerleave", () => point(false));
    button.addEventListener("click", () => chooseCell(view, level, position));
    button.addEventListener("keydown", (event) => {
      const [down, across] =
        { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key] ?? [];
      if (down === undefined) return;
      event.preventDefault();
      const goal = cells.find((each) => each.level === level + down && each.position === position + across);
      if (!goal) return;
      chooseCell(view, goal.level, goal.position);
      goal.button.focus();
    });
    cells.push({ button, level, position });
    markCell(cells.at(-1), false);
    column.append(button);
  });
  return column;
}

/** @param {OutputView} view */
function chooseCell(view, level, position) {
  view.lens = { level, pointed: null };
  view.set({ token: position });
}

// The five most probable tokens of one cell, and how the token fares that was said in the end.
/** @param {OutputView} view */
function lensPanel(view) {
  const panel = element("aside", "panel");
  const title = element("h4");
  const list = element("ol");
  const count = view.tensors.lensTop.shape[2];
  const lines = [...Array(count).keys()].map(() => {
    const line = element("li");
    const [name, track, number] = [element("span", "name"), element("span", "track"), element("span", "number mono")];
    track.append(element("i"));
    line.append(name, track, number);
    list.append(line);
    return { name, bar: track.firstChild, number };
  });
  const verdict = element("p", "hint");
  panel.append(title, list, verdict);
  return {
    element: panel,
    draw(level, position) {
      const ids = part(view.tensors.lensTop, level, position);
      const probabilities = part(view.tensors.lensProbabilities, level, position);
      title.textContent = `${levelName(level, view.facts.streams.length)}, after “${readSoFar(view, position, 24)}”`;
      lines.forEach(({ name, bar, number }, index) => {
        name.replaceChildren(pieceChip(view, ids[index]));
        bar.style.width = `${100 * probabilities[index]}%`;
        number.textContent = short(probabilities[index]);
        number.title = full(probabilities[index]);
      });
      const rank = part(view.tensors.lensRanks, level)[position] + 1;
      const p = part(view.tensors.lensChosen, level)[position];
      verdict.textContent =
        `The token of the translation, ${quoted(view, view.facts.chosen[position])}, is number ` +
        `${rank.toLocaleString("en")} here, with p = ${short(p)}.`;
    },
  };
}
