// Attention heads: the flight at one layer; all of them in small, one large; roles and the heads joined have files of
// their own.

import { afterPaint } from "../../../engine/live/after_paint.js";
import { attentionAxes, axisLengths } from "../../../frame/axes.js";
import { walkthrough } from "../../../frame/frame.js";
import { focusFor } from "../../../frame/possible_focus.js";
import { part } from "../../../transport/payload.js";
import { numbers } from "../../../widgets/choice.js";
import { depthNow, showFrom } from "../../../widgets/depth.js";
import { element } from "../../../widgets/elements.js";
import { editCode } from "../../../widgets/finding.js";
import { coverUp } from "../../../widgets/guess.js";
import { withoutRows } from "../../../widgets/guesses.js";
import { matrix } from "../../../widgets/matrix.js";
import { percent } from "../../../widgets/numbers.js";
import { highest, rowOf } from "../../../widgets/vectors.js";
import { linkWords } from "../../../widgets/words.js";
import { flightAt } from "../../watch/flight/inside.js";
import { isWord } from "../surest.js";
import { deriveHeads } from "./derived.js";
import { headsEquation } from "./equation.js";
import { headsGrid, headTitle } from "./grid/grid.js";
import { headsQuestion, rowInQuestion } from "./guess.js";
import { buildSection } from "./joined/joined.js";
import { headsMistakes } from "./mistakes.js";
import { rolesSection } from "./roles/roles.js";
import { currentAttention } from "./words.js";
import "./heads.css";
import "./grid/tables.css";

const LONG = 22; // tokens: from here on the large matrix has the page's width
const TALLEST = { beside: 370, alone: 780 }; // pixels, of the large matrix right of and under the overview

export default walkthrough(
  /** @satisfies {Chapter<HeadsView>} */ ({
    focus: { kind: true, layer: true, head: "mean", token: true },

    // Cross-attention in the layer that aligns the two languages best.
    first: ({ frame, tokens, tensors, sizes }) => {
      const layer = frame.alignedLayer;
      return { kind: "cross", layer, ...firstHead({ tokens, tensors, sizes }, layer) };
    },

    derive: deriveHeads,

    build(view, place) {
      view.column = null;
      view.grid = headsGrid(
        view,
        ({ kind, layer, head }) => view.set({ ...focusFor(view, kind), layer, head }),
        (head) => peekAt(view, head),
      );
      view.long = Math.max(view.sizes.S, view.sizes.T) > LONG;
      buildLarge(view);
      view.flight ??= flightAt(view, 1);
      const pair = element("div", `heads-pair side-by-side ${view.long ? "long" : ""}`, view.grid.element, view.large);
      const proof = [rolesSection(view), buildSection(view)];
      showFrom("understand", pair);
      showFrom("prove", ...proof);
      place.append(view.flight.element, pair, ...proof);
      view.telling = [view.flight.element, view.grid.element, ...proof]; // the same weights once more
    },

    update(view) {
      const shown = currentAttention(view);
      view.shown = shown;
      // The key that is marked: the one picked, else the strongest of the query; other heads show the same cell.
      const axes = `${view.focus.kind} ${view.focus.token}`;
      if (view.column === null || (view.axes !== axes && view.pickedFor !== view.focus.token))
        view.column = highest(rowOf(shown.values, shown.row));
      view.column = Math.min(view.column, shown.columns.length - 1);
      Object.assign(view, { axes, pickedFor: null });
      for (const each of view.telling) coverUp(each, view.guess.on);
      if (!view.guess.on) view.flight.update();
      if (depthNow() === "look") return;
      view.large.style.minHeight = "";
      if (view.guess.on) {
        const covered = (row) => view.guess.covers(rowInQuestion(view, row));
        drawLarge(view, { ...shown, values: withoutRows(shown.values, covered) }, view.focus);
        return;
      }
      drawLarge(view, shown, view.focus);
      afterPaint(view, () => {
        view.grid.draw();
        view.drawRoles();
        view.drawJoined();
        linkWords(view.root);
      });
    },

    equation: headsEquation,

    ask: headsQuestion,

    mistakes: headsMistakes,
  }),
);

// ---- one head large
/** @param {HeadsView} view */
function buildLarge(view) {
  view.picture = matrix({
    name: "Attention weights",
    ...attentionAxes([], []),
    scale: "weights",
    finding: () => findingOf(view),
    pick: (row, column) => {
      Object.assign(view, { column, pickedFor: row });
      view.set({ token: row });
    },
  });
  view.large = element("div", "heads-large", view.picture.element);
}

// Where the head in focus looks, and the lines that take it out.
/** @param {HeadsView} view */
function findingOf(view) {
  const { focus, shown, column, sizes, frame } = view;
  const { kind, layer, head } = focus;
  const heads = head === null ? numbers(sizes.H).map(([, each]) => each) : [head];
  const { rows, columns, values, row } = shown;
  const weight = percent(values.data[row * values.columns + column]);
  const edit = JSON.stringify(heads.map((each) => `zero_head:${kind}.${layer}.${each}`).join());
  return {
    claim: `${headTitle(view, focus)}: “${rows[row]}” gives “${columns[column]}” ${weight} of its attention.`,
    edit: { heads: heads.map((each) => `${kind}.${layer}.${each}`) },
    code: editCode({ model: frame.model, sentences: JSON.stringify([frame.sentence]), edit }),
  };
}

// The head that is pointed at in the overview, for as long as it is; what follows keeps its place.
/** @param {HeadsView} view */
function peekAt(view, head) {
  const focus = head ? { ...view.focus, ...head } : view.focus;
  view.large.style.minHeight = `${view.large.getBoundingClientRect().height}px`;
  drawLarge(view, head ? currentAttention({ ...view, focus }) : view.shown, focus);
}

/** @param {HeadsView} view */
function drawLarge(view, { rows, columns, values, row }, focus) {
  const name = headTitle(view, focus);
  // The marked column would give away the largest weight.
  const marked = view.covered ? { row } : { row, column: view.column };
  const tallest = view.long ? TALLEST.alone : TALLEST.beside;
  view.picture.draw(values, focus.kind === view.focus.kind ? marked : null, {
    name,
    ...attentionAxes(rows, columns, focus.kind),
    height: Math.max(view.long ? 13 : 16, Math.min(34, tallest / Math.max(values.rows, values.columns))),
    shape: `${axisLengths(focus.kind)} = ${rows.length} × ${columns.length}`,
  });
}

// The written word on which the heads differ most, such as “la”, and the head that differs, which looks ahead at “door”.
/** @param {Pick<HeadsView, "tokens" | "tensors" | "sizes">} view */
function firstHead({ tokens, tensors, sizes }, layer) {
  const rowsOf = (query) => numbers(sizes.H).map(([, head]) => part(tensors["cross.weights"], layer, head, query));
  const apart = tokens.output.map((token, query) => {
    const rows = rowsOf(query);
    return isWord(token) ? rows[0].reduce((sum, _, key) => sum + Math.max(...rows.map((row) => row[key])), 0) : -1;
  });
  const token = highest(apart);
  const rows = rowsOf(token);
  const mean = rows[0].map((_, key) => rows.reduce((sum, row) => sum + row[key], 0));
  return {
    token,
    head: highest(rows.map((row) => Math.max(...row.map((weight, key) => weight - mean[key] / rows.length)))),
  };
}
