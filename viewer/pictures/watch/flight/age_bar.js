// The slider of a recorded model's age: its loss is the track, on which the knob rides down. Beside it stands what one sees.

import { element, say, vector as svg } from "../../../widgets/elements.js";
import { short } from "../../../widgets/numbers.js";
import { markPlayer, playerBar } from "../../../widgets/player.js";
import "./age.css";

/** @param {FlightView} view */
export function ageBar(view, age) {
  const bar = playerBar(age, true);
  const { slider, playButton } = age;
  bar.setAttribute("aria-label", "Age of the small model");
  slider.setAttribute("aria-label", "Updates that the small model has had");
  age.track = element("div", "track");
  bar.replaceChildren(playButton, age.track);
  age.track.append(curveOf(age.ages.losses), slider);
  age.told = element("p", "told");
  age.aside = element("p", "aside");
  age.element = element("section", "age", { "aria-label": "How it learned" }, age.told, bar, age.aside);
  view.age = age;
  tellAge(view);
}

function curveOf(losses) {
  const points = losses.map((loss, at) => `${(100 * at) / (losses.length - 1)} ${100 - heightOf(losses, loss)}`);
  const line = svg("path", "loss", { d: `M${points.join("L")}` });
  const area = svg("path", "area", { d: `M0 100L${points.join("L")}L100 100Z` });
  return svg("svg", "", { viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" }, area, line);
}

const heightOf = (losses, loss) => (100 * loss) / Math.max(...losses);

export const updates = (count) => `${count.toLocaleString("en")} ${count === 1 ? "update" : "updates"}`;

/** @param {FlightView} view */
export function tellAge({ age, aged, base, facts }) {
  const { ages, step, isOn } = age;
  const { steps, losses, parameters, layers, engine } = ages;
  const loss = `loss ${short(losses[step])}`;
  markPlayer(age, `${updates(steps[step])}, ${loss}`, step);
  age.track.style.setProperty("--at", String(1 - heightOf(losses, losses[step]) / 100));
  age.root.classList.toggle("aged", isOn);
  if (isOn) {
    const choices = Math.exp(losses[step]);
    const pieces = choices < 10 ? choices.toFixed(1) : Math.round(choices).toLocaleString("en");
    const back = element("button", "", { type: "button", click: age.leave }, "Back to it");
    const writes = aged ? ["writes ", element("b", "", `“${facts.text}”`)] : ["…"];
    say(age.told, `This small model after ${updates(steps[step])} `, ...writes);
    const unsure = `${loss[0].toUpperCase()}${loss.slice(1)}, as unsure as among ${pieces} pieces. `;
    say(age.aside, element("span", "", `${unsure}The full model writes “${base.facts.text}”`), back);
    return;
  }
  const size = Math.round(engine.weights.reduce((sum, { length }) => sum + length, 0) / 1e6);
  say(age.told, "How does a model learn? Drag a small one through its training.");
  say(
    age.aside,
    `It is not the model above: ${(parameters / 1e6).toFixed(2)} M parameters, ${layers.join(" + ")} layers, ` +
      `${updates(steps.at(-1))}. Dragging downloads ${size} MB.`,
  );
}
