// What a visitor typed and answered: the server keeps it for the length of a visit, this tab also after a reload. This
// component is invisible; it is separate because its data change with every sentence.

import { forgetStored, readStoredJson, storeText } from "../transport/storage.js";

const TYPED = "typed";
const ANSWERS = "answers";
const PERSON = "class_student"; // among the answers: who gives them; viewer/widgets/answers.py knows it
const NOBODY = "-"; // after a student has left
const MOST_ANSWERS = 1000; // how many are kept; beyond that, the oldest are forgotten

export default function followTyped(page) {
  const hasLeft = forgetOthers(page.data.answers);
  keepTyped(page);
  keepAnswers(page);
  // Reload the page, which forgets what it holds itself, too.
  if (hasLeft) window.location.replace(window.location.pathname);
}

// A student has joined or left: nothing that this browser keeps was theirs, or will be. Returns whether one has left.
export function forgetOthers(answers) {
  const person = answers[PERSON];
  if (person === undefined || person === readStoredJson(ANSWERS, {})[PERSON]) return false;
  forgetStored();
  return person === NOBODY;
}

function keepTyped({ data, setTriggerValue }) {
  const remembered = readStoredJson(TYPED, []);
  // What the server knows, latest first; if it knows nothing, it gets what only this tab remembers.
  if (data.typed.length) storeText(TYPED, JSON.stringify(data.typed));
  else if (remembered.length) setTriggerValue("typed", remembered);
}

// A new visit knows nothing of the previous one, so the answers of both are merged.
export function keepAnswers({ data, setTriggerValue }) {
  const remembered = Object.entries(readStoredJson(ANSWERS, {})).filter(([, text]) => typeof text === "string" && text);
  const all = Object.entries({ ...Object.fromEntries(remembered), ...data.answers });
  storeText(ANSWERS, JSON.stringify(Object.fromEntries(all.slice(-MOST_ANSWERS))));
  const unknown = remembered.filter(([name]) => !Object.hasOwn(data.answers, name));
  if (unknown.length) setTriggerValue("answers", Object.fromEntries(unknown));
}
