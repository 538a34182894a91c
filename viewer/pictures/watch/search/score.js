// What ranks the finished hypotheses: score = total / penalty, with α and one of two penalties.

import { writeAddress } from "../../../widgets/address.js";

function readNumber(name, least, most, usual) {
  const written = Number(new URL(window.location.href).searchParams.get(name) ?? NaN);
  return Number.isFinite(written) ? Math.min(Math.max(written, least), most) : usual;
}

// The α in the address, or the default; and, where no server reads it there, the beam size.
export const readAlpha = (usual) => readNumber("alpha", 0, 2, usual);
export const readBeam = (usual) => Math.round(readNumber("beam", 1, 10, usual));

// By their names in the address: GNMT's (Wu et al. 2016, equation 14), and the one of Hugging Face's `generate`.
export const PENALTIES = {
  gnmt: { written: "((5 + tokens) ÷ 6)^α", of: (tokens, alpha) => ((5 + tokens) / 6) ** alpha },
  length: { written: "tokens^α", of: (tokens, alpha) => tokens ** alpha },
};

export function readPenalty() {
  const written = new URL(window.location.href).searchParams.get("penalty") ?? "";
  return written in PENALTIES ? written : "gnmt";
}

/** @param {SearchView} view */
export function writeScore({ alpha, penalty }) {
  const address = new URL(window.location.href);
  address.searchParams.set("alpha", String(alpha));
  if (penalty === "gnmt") address.searchParams.delete("penalty");
  else address.searchParams.set("penalty", penalty);
  writeAddress(address);
}

/** @param {SearchView} view */
export function computeScore(view, { total, step }) {
  return total / PENALTIES[view.penalty].of(step + 1, view.alpha);
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
  ).sort((one, other) => computeScore(view, nodes[other]) - computeScore(view, nodes[one]));
  view.winner = view.ranked[0];
}
