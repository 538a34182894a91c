// Scores as shares of a whole, and the logarithms of these.

/** @param {ArrayLike<number>} numbers @param {number} from @param {number} to */
export function findHighest(numbers, from, to) {
  let highest = -Infinity;
  for (let at = from; at < to; at += 1) if (numbers[at] > highest) highest = numbers[at];
  return highest;
}

function sumPowers(/** @type {ArrayLike<number>} */ numbers, /** @type {number} */ from, /** @type {number} */ to) {
  const highest = findHighest(numbers, from, to);
  let sum = 0;
  for (let at = from; at < to; at += 1) sum += Math.exp(numbers[at] - highest);
  return { highest, sum };
}

// softmax(x) of each row of so many numbers.
/** @param {ArrayLike<number>} numbers */
export function softmax(numbers, length = numbers.length) {
  const shares = new Float32Array(numbers.length);
  for (let from = 0; from < numbers.length; from += length) {
    const { highest, sum } = sumPowers(numbers, from, from + length);
    for (let at = from; at < from + length; at += 1) shares[at] = Math.exp(numbers[at] - highest) / sum;
  }
  return shares;
}

// The natural logarithms of softmax(x).
/** @param {ArrayLike<number>} numbers */
export function logSoftmax(numbers) {
  const { highest, sum } = sumPowers(numbers, 0, numbers.length);
  const total = highest + Math.log(sum);
  const logs = new Float32Array(numbers.length);
  for (let at = 0; at < logs.length; at += 1) logs[at] = numbers[at] - total;
  return logs;
}
