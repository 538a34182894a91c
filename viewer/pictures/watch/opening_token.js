// The token of a translation to show first.

const LONGER = 4; // letters of a long word

// One that begins a long word and looks hard at a long source word; 0 if there is none.
/**
 * @param {Chip[]} output
 * @param {Chip[]} source
 * @param {(token: number, key: number) => number} look the weight of a source token, mean over heads
 */
export function openingToken(output, source, look) {
  const keys = longWordStarts(source);
  if (!keys.length) return 0;
  const hardest = longWordStarts(output).map((token) => ({
    token,
    weight: Math.max(...keys.map((key) => look(token, key))),
  }));
  return hardest.reduce((best, each) => (each.weight > best.weight ? each : best), { token: 0, weight: -1 }).token;
}

// The first tokens of the long words, or of all words if there are none.
function longWordStarts(chips) {
  const starts = chips.flatMap(({ text, joined }, at) => (!joined && /^\p{L}+$/u.test(text) ? [at] : []));
  const longer = starts.filter((at) => [...chips[at].text].length >= LONGER);
  return longer.length ? longer : starts;
}
