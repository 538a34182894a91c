// What a visitor typed and answered: the server keeps it for the length of a visit, this tab also after a reload. This
// component is invisible; it is separate because its data change with every sentence.

import { storedJson, storeText } from "../widgets/storage.js";

const TYPED = "typed";
const ANSWERS = "answers";
const MOST_ANSWERS = 1000; // how many are kept; beyond that, the oldest are forgotten

export default function typed(page) {
  keepTyped(page);
  keepAnswers(page);
}

function keepTyped({ data, setTriggerValue }) {
  const remembered = storedJson(TYPED, []);
  // What the server knows, latest first; if it knows nothing, it gets what only this tab remembers.
  if (data.typed.length) storeText(TYPED, JSON.stringify(data.typed));
  else if (remembered.length) setTriggerValue("typed", remembered);
}

// A new visit knows nothing of the previous one, so the answers of both are merged.
export function keepAnswers({ data, setTriggerValue }) {
  const remembered = Object.entries(storedJson(ANSWERS, {})).filter(([, text]) => typeof text === "string" && text);
  const all = Object.entries({ ...Object.fromEntries(remembered), ...data.answers });
  storeText(ANSWERS, JSON.stringify(Object.fromEntries(all.slice(-MOST_ANSWERS))));
  const unknown = remembered.filter(([name]) => !Object.hasOwn(data.answers, name));
  if (unknown.length) setTriggerValue("answers", Object.fromEntries(unknown));
}
