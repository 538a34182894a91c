// Attention as a dictionary look-up: what the query in focus asks, what the keys answer, what is fetched.

import { chipOf } from "../../widgets/chips.js";
import { element } from "../../widgets/elements.js";
import { matrix } from "../../widgets/matrix.js";
import { full, short, sum } from "../../widgets/numbers.js";
import { inks } from "../../widgets/palette.js";
import { savedAs } from "../../widgets/pictures.js";
import { rowOf, section, strip, strongestKey } from "./numbers.js";
import { heading } from "./products.js";
import { scrolling } from "./scrolling.js";

const MOST_ENTRIES = 10; // keys with a line of their own; the others share one

/** @param {ProjectionsView} view */
export function lookUp(view, place) {
  const box = section(
    "A dictionary that answers with a mixture",
    "A dictionary compares what is asked with its keys and hands over the value of the one that fits. Attention " +
      "compares with every key and takes a share of every value: the weights say how much.",
  );
  const body = element("div", "lookup");
  const labels = (chips) => chips.map(({ text: label }) => label);
  const heat = matrix({
    name: "All look-ups of this head",
    rows: { title: "query", labels: [], meaning: "query" },
    columns: { title: "key", labels: [], meaning: "key" },
    scale: "weights",
    pick: (query, key) => {
      view.key = key;
      view.set({ token: query });
    },
  });
  const asked = element("div", "asked");
  const table = element("table", "entries");
  const right = element("div");
  right.append(asked, scrolling(table, "The look-up of the query in focus"));
  savedAs(right, { name: "The look-up of the query in focus" });
  body.append(heat.element, right);
  box.append(body);
  place.append(box);
  const state = { view, asked, table, lines: [], question: questionOf(asked) };
  return {
    update(now, changed) {
      if (!changed) heat.mark({ row: now.token, column: now.keyRow });
      else
        heat.draw(
          now.weights,
          { row: now.token, column: now.keyRow },
          {
            rows: { title: "query", labels: labels(now.rows), meaning: "query" },
            columns: { title: "key", labels: labels(now.columns), meaning: "key" },
            cell: now.columns.length > 24 ? [4, 13] : [9, 34],
            shape:
              `${now.kind === "encoder" ? "S × S" : now.cross ? "T × S" : "T × T"} = ${now.rows.length} × ` +
              `${now.columns.length}`,
          },
        );
      tellLookUp(state, now);
    },
  };
}

// A piece of a word, torn out of its word.
function aloneChip(chip) {
  return chipOf("span", { ...chip, joined: false });
}

function questionOf(asked) {
  const [chip, words, vectorStrip] = [element("span", "who"), element("span", "", "asks with its query"), strip()];
  asked.append(chip, words, vectorStrip.element);
  return { chip, vectorStrip };
}

function tellLookUp(state, now) {
  const { view, table, question } = state;
  const ink = inks(view.root);
  const limit = now.limits.output;
  question.chip.replaceChildren(aloneChip(now.rows[now.token]));
  question.vectorStrip.draw(
    rowOf(now.query, now.token),
    limit,
    ink,
    `query of “${now.rows[now.token].text}”, ${view.sizes.d_k} numbers`,
  );
  const weights = rowOf(now.weights, now.token);
  const best = strongestKey(now);
  const entries = entriesShown(weights, now.keyRow);
  if (state.lines.length !== entries.length) {
    state.lines = entries.map(() => entryLine(view));
    state.results = resultLines();
    table.replaceChildren(entryHead(), bodyOf(state.lines), footOf(state.results));
  }
  state.lines.forEach((line, index) => {
    line.fill(now, entries[index], { weights, best, limit, ink });
  });
  const others = weights.length - entries.length;
  state.results.rest.hidden = others === 0;
  state.results.restName.textContent = others === 1 ? "one more key" : `${others} more keys`;
  const left = sum(weights) - entries.reduce((sum, index) => sum + weights[index], 0);
  state.results.restWeight.textContent = `together ${Math.max(0, left).toFixed(3)}`;
  const name = now.columns[best].text;
  state.results.hardName.textContent = `fetches one entry, the value of “${name}”`;
  state.results.hard.draw(rowOf(now.value, best), limit, ink, `value of “${name}”`);
  state.results.softName.textContent = mixtureOf(now, weights);
  state.results.soft.draw(rowOf(now.context, now.token), limit, ink, "the mixture: the head’s output for this token");
}

// The heaviest keys, in the order of the sentence, and the one in focus.
function entriesShown(weights, keyRow) {
  const all = [...weights.keys()];
  if (all.length <= MOST_ENTRIES) return all;
  const heaviest = all.sort((a, b) => weights[b] - weights[a] || a - b).filter((index) => index !== keyRow);
  return [keyRow, ...heaviest.slice(0, MOST_ENTRIES - 1)].sort((a, b) => a - b);
}

function mixtureOf(now, weights) {
  const heaviest = [...weights.keys()].sort((a, b) => weights[b] - weights[a]).slice(0, 3);
  const parts = heaviest
    .filter((index, place) => place === 0 || weights[index] >= 0.005)
    .map((index) => `${weights[index].toFixed(2)} of “${now.columns[index].text}”`);
  return `fetches a mixture: ${parts.join(" + ")}${weights.length > parts.length ? " + …" : ""}`;
}

function entryHead() {
  const head = element("thead");
  const line = element("tr");
  line.append(
    heading("entry"),
    heading("its key"),
    heading("score\nq·k/√dₖ"),
    heading("hard"),
    heading("soft: weight"),
    heading("its value"),
  );
  head.append(line);
  return head;
}

/** @param {ProjectionsView} view */
function entryLine(view) {
  const line = element("tr");
  const [name, keyCell, score, hard, soft, valueCell] = ["", "", "mono", "mono", "soft", ""].map((names) =>
    element("td", names),
  );
  const [key, value] = [strip(), strip()];
  const bar = element("i");
  const number = element("span", "mono");
  const button = element("button", "entry");
  button.type = "button";
  name.append(button);
  keyCell.append(key.element);
  valueCell.append(value.element);
  soft.append(bar, number);
  line.append(name, keyCell, score, hard, soft, valueCell);
  let shown = 0;
  button.addEventListener("click", () => {
    view.key = shown;
    view.set({});
  });
  return {
    line,
    fill(now, index, { weights, best, limit, ink }) {
      shown = index;
      const label = now.columns[index];
      // In the decoder a token cannot see those behind it.
      const masked = now.kind === "decoder" && index > now.token;
      const dot = rowOf(now.query, now.token).reduce(
        (sum, each, place) => sum + each * now.key.data[index * now.key.columns + place],
        0,
      );
      button.replaceChildren(aloneChip(label));
      button.setAttribute("aria-pressed", String(index === now.keyRow));
      button.title = `position ${index}`;
      key.draw(rowOf(now.key, index), limit, ink, `key of “${label.text}”`);
      value.draw(rowOf(now.value, index), limit, ink, `value of “${label.text}”`);
      const scaled = dot / Math.sqrt(now.key.columns);
      score.textContent = masked ? "masked" : short(scaled);
      score.title = full(scaled);
      hard.textContent = index === best ? "1" : "0";
      number.textContent = weights[index].toFixed(3);
      number.title = full(weights[index]);
      bar.style.width = `${60 * weights[index]}%`;
      line.className = [masked && "masked", index === best && "best", index === now.keyRow && "chosen"]
        .filter(Boolean)
        .join(" ");
    },
  };
}

function bodyOf(lines) {
  const body = element("tbody");
  body.append(...lines.map(({ line }) => line));
  return body;
}

function resultLines() {
  const made = {
    hard: strip(),
    soft: strip(),
    hardName: element("span"),
    softName: element("span"),
    restName: element("td"),
    restWeight: element("td", "mono"),
  };
  made.rest = element("tr", "rest");
  return made;
}

function footOf({ rest, restName, restWeight, hard, hardName, soft, softName }) {
  const foot = element("tfoot");
  restName.colSpan = 4;
  restWeight.colSpan = 2;
  rest.append(restName, restWeight);
  foot.append(rest, resultLine("A hard dictionary", hardName, hard), resultLine("Attention", softName, soft));
  return foot;
}

function resultLine(who, what, fetched) {
  const line = element("tr", "result");
  const words = element("td");
  words.colSpan = 5;
  words.append(element("b", "", `${who} `), what);
  const cell = element("td");
  cell.append(fetched.element);
  line.append(words, cell);
  return line;
}
