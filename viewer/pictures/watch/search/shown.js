// What the page shows of both searches, whoever made them: tokens as chips, every node's text, where the two part.

import { chips, chipsWithin, textOf } from "../../../widgets/tokens.js";

/** @param {SearchSent} sent @returns {SearchFacts} */
export function searchFacts({ passage, sentence, judged, size, alpha, layers, heads, alignedLayer }) {
  const { source, greedy, beam, nodes } = passage;
  const paths = tracePaths(nodes);
  const rows = rowsOf(nodes);
  return {
    ...{ sentence, size, alpha, layers, heads, alignedLayer },
    judged: judged[sentence] ?? "The likelier one needn’t be the better translation: the model can’t tell.",
    source: chips(source),
    nodes: nodes.map(({ token, ...node }, index) => {
      const [{ text, joined }] = chipsWithin([token]);
      const isGreedy = paths[index].every((each, at) => each === greedy.tokens[at]);
      return { ...node, text, joined, row: rows[node.parent], translation: textOf(paths[index]), greedy: isGreedy };
    }),
    greedy: lineOf(greedy),
    beam: lineOf(beam),
    parted: firstDifference(greedy.tokens, beam.tokens),
  };
}

/** @param {SearchLine} line @returns {ShownLine} */
const lineOf = ({ tokens, logProbabilities }) => ({ chips: chips(tokens), logProbabilities });

// The tokens up to and including each node.
/** @param {TreeNode[]} nodes */
function tracePaths(nodes) {
  const paths = [];
  for (const { parent, token } of nodes) paths.push(parent < 0 ? [token] : [...paths[parent], token]);
  return paths;
}

// By a node that was continued, or −1 for the empty hypothesis, the row of attention that predicted what follows.
/** @param {TreeNode[]} nodes */
function rowsOf(nodes) {
  const last = nodes[nodes.length - 1].step;
  const continued = [...nodes.keys()].filter((index) => nodes[index].state === "kept" && nodes[index].step < last);
  return Object.fromEntries([-1, ...continued].map((index, row) => [index, row]));
}

/** @param {string[]} one @param {string[]} other */
function firstDifference(one, other) {
  const longest = Math.max(one.length, other.length);
  const at = Array.from({ length: longest }).findIndex((_, step) => one[step] !== other[step]);
  return at < 0 ? null : at;
}
