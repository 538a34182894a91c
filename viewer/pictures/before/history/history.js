// The same sentences by several models, one sentence at a time.

import { choice } from "../../../widgets/choice.js";
import { element, say } from "../../../widgets/elements.js";
import { mountOnData } from "../../../widgets/mount.js";
import { stepsBox } from "./steps.js";

const NAMED = 3; // words of a sentence on its button

const nameOf = (sentence, at) => [`${sentence.split(" ").slice(0, NAMED).join(" ")} …`, at];

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
  const asked =
    last > 0 && element("div", "stack", choice("Sentence", facts.sentences.map(nameOf), view.chosen, choose), source);
  view.root.replaceChildren(element("div", "stack", asked, box));
});
