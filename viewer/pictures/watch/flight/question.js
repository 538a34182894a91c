// What is asked of the link that the playing rests on, and where it is answered.

import { wordAt } from "./numbers.js";

const CASES = { fr: "la", de: "der" }; // the word of which there is a case, by language
const CASE = /^The black dog sleeps in front of the \w+\.$/;

// What to ask of a link: of one to a word whose own turn comes later, how the model can know; else what counts.
/** @param {FlightFacts} facts @param {{ query: number, later: number }} link */
export function questionOf({ output }, { query, later }) {
  const word = wordAt(output, query);
  if (later > query) return `How does it know “${word}” before it writes “${wordAt(output, later)}”?`;
  return `Which words decide that it writes “${word}”?`;
}

// The chapter that answers it: the case, of its own sentence; else what the choice of this word depends on.
/** @param {FlightFacts} facts @param {{ query: number }} link @returns {[string, object]} */
export function answerOf({ language, output, sentence }, { query }) {
  const isCase = CASES[language.code] === output[query]?.text && CASE.test(sentence);
  return isCase ? ["case", {}] : ["why", { asked: String(query) }];
}
