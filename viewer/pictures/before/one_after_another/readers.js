// What has to wait for what: the readers of a sentence, and the step in which each finishes each word.

// `layers` are the encoder's.
/** @param {number} words @param {number} layers @returns {Reader[]} */
export function makeReaders(words, layers) {
  const whole = (row) => [...Array(words).keys()].map((word) => ({ word, row }));
  const deep = layers === 1 ? "one layer" : `${layers} layers`;
  return [
    {
      name: "One recurrent reader, word after word",
      rows: 1,
      short: "A recurrent network",
      ready: (word) => word + 1,
      waitsFor: (word) => (word ? [{ word: word - 1, row: 0 }] : []),
    },
    {
      name: "Two recurrent readers, one from each end (Bahdanau)",
      rows: 2,
      ready: (word, row) => (row ? words - word : word + 1),
      waitsFor: (word, row) => {
        const before = row ? word + 1 : word - 1;
        return before < 0 || before >= words ? [] : [{ word: before, row }];
      },
    },
    {
      name: `The Transformer’s encoder: ${deep}, all words at once`,
      rows: layers,
      short: `A Transformer’s encoder: ${deep}`,
      ready: (_, row) => row + 1,
      waitsFor: (_, row) => whole(row - 1),
    },
  ];
}

// The step in which a reader finishes a whole sentence, or a word.
/** @param {Reader} reader @param {number} words */
export const sentenceDone = (reader, words) =>
  Math.max(...[...Array(words).keys()].map((word) => wordDone(reader, word)));

/** @param {Reader} reader @param {number} word */
export const wordDone = ({ rows, ready }, word) => Math.max(...[...Array(rows).keys()].map((row) => ready(word, row)));
