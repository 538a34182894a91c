// α, which ranks the finished hypotheses: score = total / ((5 + length) / 6)^α.

import { writeAddress } from "../../widgets/address.js";

// The α in the address, or the default.
export function readAlpha(usual) {
  const written = Number(new URL(window.location.href).searchParams.get("alpha") ?? NaN);
  return Number.isFinite(written) ? Math.min(Math.max(written, 0), 2) : usual;
}

export function writeAlpha(alpha) {
  const address = new URL(window.location.href);
  address.searchParams.set("alpha", String(alpha));
  writeAddress(address);
}

export const lengthPenalty = (tokens, alpha) => ((5 + tokens) / 6) ** alpha;

/** @param {SearchView} view */
export function scoreOf(view, { total, step }) {
  return total / lengthPenalty(step + 1, view.alpha);
}

/** @param {SearchView} view */
export function rank(view) {
  const { nodes } = view.facts;
  const indices = nodes.map((_, index) => index);
  const finished = indices.filter((index) => nodes[index].state === "finished");
  const last = Math.max(...nodes.map(({ step }) => step));
  // Nothing ended within the length limit: the live hypotheses replace finished ones.
  view.ranked = (
    finished.length ? finished : indices.filter((index) => nodes[index].step === last && nodes[index].state === "kept")
  ).sort((one, other) => scoreOf(view, nodes[other]) - scoreOf(view, nodes[one]));
  view.winner = view.ranked[0];
}
