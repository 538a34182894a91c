// What might be said next: the ten most probable tokens of a step; a click takes another road from there.

import { csvNumber } from "../../widgets/csv.js";
import { element } from "../../widgets/elements.js";
import { full, MINUS, short } from "../../widgets/numbers.js";
import { savedAs } from "../../widgets/pictures.js";

/** @param {StepsView} view */
export function choicesBox(view) {
  const box = element("section", "options");
  const list = element("ol", "bars");
  view.options = [...Array(11).keys()].map(() => {
    const item = element("li");
    const button = element("button", "option");
    const [face, number, tag] = ["face", "mono", "tag"].map((name) => element("span", name));
    button.append(face, " ", element("span", "measure", element("i"), element("u")), " ", number, " ", tag);
    button.addEventListener("click", () => view.take(button.option));
    item.append(button);
    list.append(item);
    return button;
  });
  view.spread = element("p", "hint spread");
  box.append(element("h3", "", "What might come next"), list, view.spread);
  return savedAs(box, { name: "What might come next", lines: () => choiceLines(view) });
}

/** @param {StepsView} view */
function choiceLines({ roads, step }) {
  return [
    ["rank", "token", "probability", "log_probability", "drawn_from", "taken"],
    ...roads.now.steps[step].map((option) => [
      option.rank + 1,
      option.text,
      csvNumber(option.probability),
      csvNumber(option.log_probability),
      csvNumber(option.drawn_from),
      option.taken ? 1 : 0,
    ]),
  ];
}

/** @param {StepsView} view */
export function showChoices(view) {
  const road = view.roads.now;
  const options = road.steps[view.step];
  const taken = options.find((each) => each.taken);
  view.options.forEach((button, index) => {
    const option = options[index];
    button.parentElement.classList.toggle("empty", !option);
    button.tabIndex = option ? 0 : -1;
    if (!option) return;
    const [face, measure, value, tag] = button.children;
    button.option = option;
    button.classList.toggle("taken", option.taken);
    button.classList.toggle("cut", option.drawn_from === 0);
    face.textContent = option.joined ? `·${option.text}` : option.text;
    measure.children[0].style.width = `${(100 * option.probability).toFixed(2)}%`;
    measure.children[1].style.width = `${(100 * option.drawn_from).toFixed(2)}%`;
    value.textContent =
      option.probability >= 0.0005
        ? option.probability.toFixed(3)
        : option.probability.toExponential(0).replace("e-", `e${MINUS}`);
    tag.textContent = option.taken ? (view.step < road.forced ? "given" : "said") : `${option.rank + 1}.`;
    const rank =
      `number ${option.rank + 1}: probability ${full(option.probability)}, log-probability ` +
      `${full(option.log_probability)}`;
    const taken = view.step < road.forced ? "this one was given" : "the model said this";
    button.title = option.taken ? `${rank}; ${taken}` : `${rank}; click to go on with this one instead`;
    // What is written there comes first: whoever speaks to the page says it.
    button.setAttribute("aria-label", `${face.textContent} ${value.textContent} ${tag.textContent}, ${button.title}`);
  });
  const entropy = road.entropies[view.step];
  const runner = options.find((each) => !each.taken);
  const unsure =
    `Entropy ${short(entropy)} nats: the model is as unsure as if it had to choose among ${short(Math.exp(entropy))} ` +
    `equally probable tokens.`;
  view.spread.textContent =
    taken.rank > 0
      ? `${unsure} Most probable was “${options[0].text}”.`
      : `${unsure} The second most probable was “${runner.text}”.`;
}
