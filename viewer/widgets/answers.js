// What a visitor answered: the server keeps it as long as a visit lasts, this tab beyond a reload. A visit that begins
// anew knows nothing of the one before, so both are put together.

import { storedJson, storeText } from "./storage.js";

const ANSWERS = "answers";
const MOST_ANSWERS = 1000; // that are kept; more, and the oldest are forgotten

export function keepAnswers({ data, setTriggerValue }) {
  const remembered = Object.entries(storedJson(ANSWERS, {})).filter(([, text]) => typeof text === "string" && text);
  const all = Object.entries({ ...Object.fromEntries(remembered), ...data.answers });
  storeText(ANSWERS, JSON.stringify(Object.fromEntries(all.slice(-MOST_ANSWERS))));
  const unknown = remembered.filter(([name]) => !Object.hasOwn(data.answers, name));
  if (unknown.length) setTriggerValue("answers", Object.fromEntries(unknown));
}
