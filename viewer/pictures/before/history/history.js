// The same sentences by several models, one sentence at a time.

import { choice, numbers } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { stepsBox } from "./steps.js";

export default mountOnData((/** @type {HistoryView} */ view, { facts }) => {
  const { box, show } = stepsBox(facts);
  const last = facts.sentences.length - 1;
  const source = element("p", "serif", { lang: "en" });
  const choose = (chosen) => {
    view.chosen = chosen;
    say(source, facts.sentences[chosen]);
    show(chosen);
  };
  choose(Math.min(view.chosen ?? last, last));
  const asked = last > 0 && element("div", "stack", choice("Sentence", numbers(last + 1), view.chosen, choose), source);
  view.root.replaceChildren(element("div", "stack", asked, box));
});
