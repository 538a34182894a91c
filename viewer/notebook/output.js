// One of the app's components in a notebook's output. There is no server: a widget with a kernel (widget.js) does what
// the component would ask of it; otherwise the line of Python that does it appears below. A frame without an address
// keeps nothing, so choices last as long as the output.

import { element, findIn } from "../widgets/elements.js";
import { fitFrame } from "../widgets/frame_height.js";
import { answerFrame, tellFrame } from "../widgets/frame_messages.js";
import "../widgets/alone.css";

const HINTS = {
  fork: ({ step, token }) => [
    "In Python: ",
    element("code", "mono", `model.fork(translation, step=${step}, token=${token})`),
  ],
  back: () => ["Going back needs a running kernel."],
};

globalThis.glassformerComponent({
  data: Uint8Array.from(atob(findIn(document, "#data").textContent), (letter) => letter.charCodeAt(0)),
  parentElement: findIn(document, "#component"),
  setTriggerValue(name, asked) {
    tellFrame({ [name]: asked });
    findIn(document, "#asked").replaceChildren(...HINTS[name](asked));
  },
});
fitFrame();
answerFrame();
