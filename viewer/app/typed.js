// What a visitor typed and answered: the server keeps it as long as a visit lasts, this tab beyond a reload. This
// component is never seen; it is apart from the others because its data change with every sentence.

import { storedJson, storeText } from "../widgets/storage.js";

const TYPED = "typed";
const ANSWERS = "answers";
const MOST_ANSWERS = 1000; // that are kept; more, and the oldest are forgotten

export default function typed(page) {
  keepTyped(page);
  keepAnswers(page);
}

function keepTyped({ data, setTriggerValue }) {
  const remembered = storedJson(TYPED, []);
  // What the server knows, the latest first; if it knows nothing, it gets what only this tab remembers.
  if (data.typed.length) storeText(TYPED, JSON.stringify(data.typed));
  else if (remembered.length) setTriggerValue("typed", remembered);
}

// A new visit knows nothing of the one before, so the answers of both are put together.
export function keepAnswers({ data, setTriggerValue }) {
  const remembered = Object.entries(storedJson(ANSWERS, {})).filter(([, text]) => typeof text === "string" && text);
  const all = Object.entries({ ...Object.fromEntries(remembered), ...data.answers });
  storeText(ANSWERS, JSON.stringify(Object.fromEntries(all.slice(-MOST_ANSWERS))));
  const unknown = remembered.filter(([name]) => !Object.hasOwn(data.answers, name));
  if (unknown.length) setTriggerValue("answers", Object.fromEntries(unknown));
}
