// The chosen sublayer on the stream, number by number; and the strips of D cells that LayerNorm is shown with too.

import { tokenText } from "../../../frame/tokens.js";
import { element, say } from "../../../widgets/elements.js";
import { matrix } from "../../../widgets/matrix.js";
import { largest } from "../../../widgets/vectors.js";
import { NAMES, readStep, stackRows } from "./step.js";

const LEFT = 92; // pixels

// Vectors as rows of a heat map, of which one is read. A dimension has the same place in all, and a click marks it.
/** @param {ResidualView} view */
export function strips(view, name, row) {
  const picture = matrix({
    name,
    rows: { title: "vector" },
    columns: { title: "dimension" },
    scale: "signed",
    height: 24,
    left: LEFT,
    cell: [1, 34],
    pick: (_, dimension) => {
      view.dimension = dimension;
      for (const mark of view.marks) mark();
      view.retell();
    },
    invitation: "Point at a cell to read its value; click to put its dimension into the equation.",
  });
  const mark = () => ({ row, column: view.dimension, along: "column" });
  view.marks.push(() => picture.mark(mark()));
  return {
    element: picture.element,
    draw(labels, ...vectors) {
      const shape = `${labels.length} vectors × D = ${labels.length} × ${view.sizes.D}`;
      picture.draw(stackRows(...vectors), mark(), { rows: { title: "vector", labels }, shape });
    },
  };
}

/** @param {ResidualView} view */
export function sumPanel(view) {
  const [title, lead, check] = [element("h3"), element("p", "lead"), element("p", "check quiet")];
  const picture = strips(view, "The sum, number by number", 1);
  return {
    element: element("section", "panel stack sum", title, lead, picture.element, check),
    draw() {
      const { preNorm } = view.facts;
      const { final, before, output, residual } = readStep(view);
      const token = `“${tokenText(view)}”`;
      say(
        title,
        final
          ? `After the last layer: the final sum for ${token}`
          : `Layer ${view.focus.layer + 1}, ${NAMES[view.sublayer].toLowerCase()}: what was added to ${token}`,
      );
      lead.textContent = writeLead(final, preNorm);
      const labels = final ? ["x", "+ nothing", "= x"] : ["x before", "+ added", preNorm ? "= x after" : "= sum"];
      picture.draw(labels, before, output ?? new Float32Array(before.length), residual);
      check.replaceChildren(
        ...(final
          ? ["Both rows of the stream are the same vector."]
          : describeCheck(
              output.map((value, at) => residual[at] - before[at] - value),
              preNorm ? "after" : "sum",
            )),
      );
    },
  };
}

function writeLead(final, preNorm) {
  if (final) return "The final norm isn’t a sublayer: nothing is added here, the final sum goes to LayerNorm.";
  return preNorm
    ? "The incoming vector passes through unchanged, and the sublayer’s result is added to it, number by number."
    : "The sublayer’s result is added to the incoming vector, number by number; then comes LayerNorm, see below.";
}

function describeCheck(differences, name) {
  const agree = `The sublayer’s own output and the difference “${name} − before” agree`;
  return [`${agree}${largest(differences) ? ", up to rounding." : ", number for number."}`];
}
