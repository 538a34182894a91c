// One of the app's components in a notebook's output. There is no server: whatever the component would ask of it
// appears below as the line of Python that does it. A frame without an address keeps nothing, so choices last as long
// as the output.

import { element } from "../widgets/elements.js";
import { fitFrame } from "../widgets/frame_height.js";
import "../widgets/alone.css";

/** @type {Record<string, (asked: any) => string>} */
const LINES = { fork: ({ step, token }) => `model.fork(translation, step=${step}, token=${token})` };

function payloadIn(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function tellPython(name, asked) {
  document.getElementById("asked").replaceChildren("In Python: ", element("code", "mono", LINES[name](asked)));
}

globalThis.glassformerComponent({
  data: payloadIn(document.getElementById("data").textContent),
  parentElement: document.getElementById("component"),
  setTriggerValue: tellPython,
});
fitFrame();
