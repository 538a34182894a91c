// What ranks the finished hypotheses: score = total / penalty, GNMT's (Wu et al. 2016, equation 14), with an α.

import { writeAddress } from "../../../widgets/address.js";

function readNumber(name, least, most, usual) {
  const written = Number(new URL(window.location.href).searchParams.get(name) ?? NaN);
  return Number.isFinite(written) ? Math.min(Math.max(written, least), most) : usual;
}

// The α in the address, or the default; and, where no server reads it there, the beam size.
export const readAlpha = (usual) => readNumber("alpha", 0, 2, usual);
export const readBeam = (usual) => Math.round(readNumber("beam", 1, 10, usual));

/** @param {SearchView} view */
export function writeScore({ alpha }) {
  const address = new URL(window.location.href);
  address.searchParams.set("alpha", String(alpha));
  writeAddress(address);
}

/** @param {SearchView} view */
export const computeScore = (view, { total, step }) => total / ((5 + step + 1) / 6) ** view.alpha;

/** @param {SearchView} view */
export function rank(view) {
  const { nodes } = view.facts;
  const indices = nodes.map((_, index) => index);
  const finished = indices.filter((index) => nodes[index].state === "finished");
  const last = Math.max(...nodes.map(({ step }) => step));
  // Nothing ended within the length limit: the live hypotheses replace finished ones.
  view.ranked = (
    finished.length ? finished : indices.filter((index) => nodes[index].step === last && nodes[index].state === "kept")
  ).sort((one, other) => computeScore(view, nodes[other]) - computeScore(view, nodes[one]));
  view.winner = view.ranked[0];
}
