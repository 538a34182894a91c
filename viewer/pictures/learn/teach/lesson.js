// A page that was opened from a lesson's plan: a way back, and on the projector Page Up and Page Down go from part to
// part (`turn` of app/tools.js).

import { element } from "../../../widgets/elements.js";
import { memory } from "../../../widgets/memory.js";
import { PRESENTING_CHANGED } from "../../../widgets/presenting.js";
import "./lesson.css";

export default function lesson({ data, parentElement }) {
  const { plan, said, before, after } = data;
  parentElement
    .querySelector(".lesson-part")
    .replaceChildren(element("span", "", said), element("a", "", { href: plan, target: "_self" }, "Back to the plan"));
  tell({ before, after });
  return () => tell(undefined);
}

function tell(part) {
  memory.lesson = part;
  window.dispatchEvent(new Event(PRESENTING_CHANGED));
}
