// Residual stream, LayerNorm and feed-forward: the stream through a stack, the sum and the norm of the chosen sublayer,
// and the neurons of the chosen layer.

import { keepPlace, keptPlace } from "../../widgets/address.js";
import { choice } from "../../widgets/choice.js";
import { element } from "../../widgets/elements.js";
import {
  equation,
  fraction,
  ident,
  leaf,
  mathElement,
  num,
  op,
  root,
  row,
  sub,
  subsup,
  sup,
  text,
} from "../../widgets/mathml.js";
import { isOnPaper } from "../../widgets/paper.js";
import { part } from "../../widgets/payload.js";
import { check } from "../../widgets/radio.js";
import { walkthrough } from "../frame/frame.js";
import { derivedResidual } from "./derived.js";
import { residualMistakes } from "./mistakes.js";
import { neuronInFocus, neuronsPanel, ranked, updateNeurons } from "./neurons.js";
import { addedPanel, normPanel, updateAdded, updateNorm } from "./norm.js";
import { FINAL_NORM, SUBLAYER_NAMES, sensibleSublayer, stackOfFocus, stepOf, sublayersOf, tokenText } from "./step.js";
import { streamPicture } from "./stream.js";
import "./residual.css";

const TERMS = 3; // of a neuron's sum are written out, the largest

/** @param {ResidualView} view */
function chooseSublayer(view, sublayer) {
  view.sublayer = sublayer;
  keepPlace("sublayer", sublayer);
  view.stage.update(view);
  view.retell();
}

// A choice of this chapter's own, beside those of the frame, which builds its bar anew for another stack.
/** @param {ResidualView} view */
function sublayerChoice(view) {
  const choices = view.root.querySelector(".focus .choices");
  if (!choices.querySelector('[aria-label="Sublayer"]')) {
    const names = [...sublayersOf(view), ...(view.facts.preNorm ? [FINAL_NORM] : [])];
    choices.append(
      choice(
        "Sublayer",
        names.map((name) => [SUBLAYER_NAMES[name], name]),
        view.sublayer,
        (name) => chooseSublayer(view, name),
      ),
    );
  }
  const names = [...sublayersOf(view), FINAL_NORM];
  check(choices.querySelectorAll('[aria-label="Sublayer"] button'), names.indexOf(view.sublayer));
}

// The dimension in which the chosen sublayer adds most, until another is chosen.
/** @param {ResidualView} view */
function sensibleDimension(view) {
  if (view.dimension < view.sizes.D) return;
  const { output, before } = stepOf(view);
  const sizes = (output ?? before).map(Math.abs);
  view.dimension = sizes.indexOf(sizes.reduce((most, each) => Math.max(most, each), 0));
}

// ---- the panels: those in sight are renewed at once, the others a moment later
const MOMENT = 30; // milliseconds

/** @param {ResidualView} view */
function watchPanels(view) {
  view.watch?.disconnect();
  view.panels.forEach((panel) => {
    panel.inSight = true;
  });
  view.watch = new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries)
      view.panels.find((panel) => panel.element === target).inSight = isIntersecting;
  });
  view.panels.forEach((panel) => {
    view.watch.observe(panel.element);
  });
}

/** @param {ResidualView} view */
function updatePanels(view) {
  clearTimeout(view.soon);
  const { panels } = view;
  panels
    .filter(({ inSight }) => inSight || isOnPaper())
    .forEach(({ update }) => {
      update();
    });
  const others = panels.filter(({ inSight }) => !inSight && !isOnPaper());
  view.soon = setTimeout(
    () =>
      view.panels === panels &&
      others.forEach(({ update }) => {
        update();
      }),
    MOMENT,
  );
}

// ---- equations
function plusNumber(value) {
  return value < 0 ? [op("−"), num(-value)] : [op("+"), num(value)];
}

/** @param {ResidualView} view */
function residualEquations(view, step) {
  if (step.final) return [];
  const d = view.dimension;
  const name = leaf("mtext", view.facts.preNorm ? "after" : "sum");
  return [
    equation(
      subsup(ident("x"), ident(String(d)), name),
      op("="),
      num(step.before[d]),
      ...plusNumber(step.output[d]),
      op("="),
      num(step.residual[d]),
    ),
  ];
}

/** @param {ResidualView} view */
function normEquation(view, step) {
  const d = view.dimension;
  const { token } = view.focus;
  const [mean, variance] = [step.moments.data[token], step.moments.data[step.moments.columns + token]];
  return equation(
    row(text("LN"), sub(row(op("("), ident("x"), op(")")), String(d))),
    op("="),
    num(step.gamma[d]),
    op("·"),
    fraction(
      row(num(step.normInput[d]), ...plusNumber(-mean)),
      root(row(num(variance), op("+"), num(view.facts.epsilon))),
    ),
    ...plusNumber(step.beta[d]),
    op("="),
    num(step.normOutput[d]),
  );
}

// Room before a line that continues the one above.
function indent() {
  const made = mathElement("mspace");
  made.setAttribute("width", "2em");
  return made;
}

// The largest terms of Σ x_d W_1[d, j] written out, the others as one number, the bias at the end.
/** @param {ResidualView} view */
function neuronEquations(view) {
  const stack = stackOfFocus(view);
  const { layer, token } = view.focus;
  const { neuron } = view;
  const weights = part(view.tensors[`${stack}.expand`], layer, neuron);
  const read = feedForwardInput(view);
  const bias = part(view.tensors[`${stack}.bias`], layer)[neuron];
  const activation = part(view.tensors[`${stack}.hidden`], layer, token)[neuron];
  const order = Array.from(weights.keys()).sort(
    (first, second) => Math.abs(read[second] * weights[second]) - Math.abs(read[first] * weights[first]),
  );
  const shown = order.slice(0, TERMS);
  const others = order.slice(TERMS).reduce((sum, d) => sum + read[d] * weights[d], 0);
  const sum = order.reduce((so, d) => so + read[d] * weights[d], bias);
  const bracketed = (value) => (value < 0 ? row(op("("), num(value), op(")")) : num(value));
  const terms = shown.flatMap((d) => [op("+"), row(bracketed(read[d]), op("·"), bracketed(weights[d]))]).slice(1);
  return [
    equation(sub(ident("z"), String(neuron)), op("="), ...terms),
    equation(indent(), ...plusNumber(others), ...plusNumber(bias), op("="), num(sum)),
    equation(
      sub(ident("h"), String(neuron)),
      op("="),
      text("max"),
      op("("),
      num(0),
      op(","),
      num(sum),
      op(")"),
      op("="),
      num(activation),
    ),
  ];
}

// What the feed-forward layer of the layer in focus reads, whichever sublayer is chosen.
/** @param {ResidualView} view */
function feedForwardInput(view) {
  const stack = stackOfFocus(view);
  const at = (view.focus.layer + 1) * sublayersOf(view).length - 1;
  return part(view.tensors[`${stack}.${view.facts.preNorm ? "beside" : "stream"}`], at, view.focus.token);
}

/** @param {ResidualView} view */
function generalEquations({ facts }) {
  const x = () => ident("x");
  const norm = (inner) => [text("LN"), op("("), ...inner, op(")")];
  const sum = facts.preNorm
    ? [x(), op("+"), text("Sublayer"), op("("), ...norm([x()]), op(")")]
    : norm([x(), op("+"), text("Sublayer"), op("("), x(), op(")")]);
  return [
    equation(sup(x(), leaf("mtext", "after")), op("="), ...sum),
    equation(
      ...norm([x()]),
      op("="),
      ident("γ"),
      op("⊙"),
      fraction(row(x(), op("−"), ident("μ")), root(row(sup(ident("σ"), leaf("mn", "2")), op("+"), ident("ε")))),
      op("+"),
      ident("β"),
    ),
    equation(
      sub(ident("h"), "j"),
      op("="),
      text("max"),
      op("("),
      leaf("mn", "0"),
      op(","),
      sub(op("∑"), "d"),
      sub(ident("y"), "d"),
      sub(ident("W"), "1"),
      op("["),
      ident("d"),
      op(","),
      ident("j"),
      op("]"),
      op("+"),
      sub(ident("b"), "j"),
      op(")"),
    ),
  ];
}

export default walkthrough(
  /** @satisfies {Chapter<ResidualView>} */ ({
    focus: { kind: "side", layer: true, head: false, token: true },

    mistakes: residualMistakes,

    derive: derivedResidual,

    build(view, place) {
      view.sublayer ??= keptPlace("sublayer");
      sensibleSublayer(view);
      view.ranked = null;
      view.neuronOf = null;
      view.stream = streamPicture(view, ({ layer, sublayer }, token) => {
        view.sublayer = sublayer;
        keepPlace("sublayer", sublayer);
        view.set({ layer: layer ?? view.focus.layer, token });
      });
      view.place = element("div", "residual");
      view.panels = [
        { element: view.stream.element, update: () => view.stream.update() },
        { element: addedPanel(view), update: () => updateAdded(view) },
        { element: normPanel(view), update: () => updateNorm(view) },
        { element: neuronsPanel(view), update: () => updateNeurons(view) },
      ];
      view.place.append(...view.panels.map(({ element: panel }) => panel));
      place.append(view.place);
      watchPanels(view);
    },

    update(view) {
      sensibleSublayer(view);
      sensibleDimension(view);
      view.place.style.setProperty("--tone", `var(--${stackOfFocus(view)})`);
      sublayerChoice(view);
      view.ranked = ranked(view);
      neuronInFocus(view, view.ranked);
      updatePanels(view);
    },

    equation(view) {
      const step = stepOf(view);
      const names = sublayersOf(view);
      view.extra = {
        sublayer: step.final ? names[names.length - 1] : view.sublayer,
        norm: step.final ? FINAL_NORM : `${view.focus.layer}.${view.sublayer}`,
      };
      return {
        general: generalEquations(view),
        filled: [...residualEquations(view, step), normEquation(view, step), ...neuronEquations(view)],
        words:
          `Dimension ${view.dimension} of “${tokenText(view, view.focus.token)}”; μ and σ² are the mean and the ` +
          `variance of its ${view.sizes.D} numbers. Neuron ${view.neuron} of layer ${view.focus.layer + 1}: the ` +
          `${TERMS} largest terms of the sum z, then the other ${view.sizes.D - TERMS} together, then its b. y is ` +
          `what the feed-forward layer reads.`,
      };
    },
  }),
);
