// "You may have read …": common mistakes about what a picture shows, each with the measurement that answers it.
//
//   place.append(mistakesBox([{ said: "A token attends most to itself.", answer: () => [node, "text", …] }]));
//
// `answer` is called whenever a box opens or gets `renew`: its text follows sentence and focus. What opens before the
// page `isReady`, such as by a link to it, has its answer at the next `renew`.

import { element } from "./elements.js";
import { linkWords } from "./words.js";
import "./mistakes.css";

/** @param {{ said: string, answer: () => (Node | string)[] }[]} mistakes */
export function mistakesBox(mistakes, isReady = () => true) {
  const folds = mistakes.map(({ said, answer }) => {
    const told = element("div", "answer sideways");
    const renew = () => {
      if (!fold.open || !isReady()) return;
      told.replaceChildren(...answer());
      linkWords(fold.closest(".walk") ?? fold);
    };
    const fold = element("details", "", { toggle: renew }, element("summary", "", "“", said, "”"), told);
    return { fold, renew };
  });
  const title = element("h3", "", "You may have read …");
  return {
    element: element("section", "mistakes", title, ...folds.map(({ fold }) => fold)),
    renew() {
      for (const { renew } of folds) renew();
    },
  };
}
