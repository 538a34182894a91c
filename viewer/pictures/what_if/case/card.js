// The end of a case: what was shown and what was not, the effect over many sentences, and the code that repeats it.

import { wholeLink } from "../../../widgets/address.js";
import { copyButton } from "../../../widgets/copy_button.js";
import { element } from "../../../widgets/elements.js";
import { pythonBox } from "../../../widgets/python.js";
import { caseEffect, sentenceOf } from "./effect.js";
import { claimOf, verdicts } from "./story.js";

/** @param {CaseView} view @param {CaseShown} shown */
export function cardOf(view, shown) {
  const { shown: proved, open } = verdicts(shown);
  const list = (title, all) =>
    element(
      "section",
      "stack",
      element("h2", "", title),
      element("ul", "", ...all.map((each) => element("li", "", each))),
    );
  const python = element("div");
  const write = () => python.replaceChildren(pythonBox("the last experiment again, for all of them", codeOf(view)));
  const box = caseEffect(view, write);
  write();
  const told = "To save all of this as a page or a notebook, press Save above. A link to it:";
  const link = copyButton(() => wholeLink(window.location.href), "Copy the link");
  return [
    element("p", "look-words", claimOf(view.case)),
    element("div", "side-by-side", list("Shown", proved), list("Not shown", open)),
    element("h2", "", "The same for every word on the wheel, or for your own"),
    ...box,
    element("div", "flow centred", element("span", "hint", told), link),
    python,
  ];
}

// The library's lines for the words in the table, with the last experiment as the edit.
/** @param {CaseView} view */
export function codeOf({ facts, case: own, effect }) {
  const lines = effect.flatMap((row) => (row.length > 2 ? sentenceOf(own, row[0]).sentence : []));
  const filled = {
    model: JSON.stringify(facts.model),
    sentences: JSON.stringify(lines).replaceAll('.","', '.",\n    "'),
    edit: JSON.stringify(`zero_head:${own.leader},zero_head:${own.understudy}`),
    rivals: JSON.stringify(own.rivals),
  };
  return facts.snippet.replace(/⟨(\w+)⟩/g, (_, name) => filled[name]);
}
