// The sentences that a visitor has typed: the server keeps them as long as a visit lasts, this tab beyond a reload.

import { storedJson, storeText } from "./storage.js";

const TYPED = "typed";

export function keepTyped({ data, setTriggerValue }) {
  const remembered = storedJson(TYPED, []);
  // What the server knows of, the latest first; without any it is told what only this tab remembers.
  if (data.typed.length) storeText(TYPED, JSON.stringify(data.typed));
  else if (remembered.length) setTriggerValue("typed", remembered);
}
