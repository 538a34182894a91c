// Below the picture: where one is, the chapter that goes on from there, and at the top the player.

import { element } from "../../../widgets/elements.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { markPlayer, playerBar, playerKeys } from "../../../widgets/player.js";
import { way } from "../../../widgets/way.js";
import { film, framesOf } from "./film.js";
import { lines } from "./lines.js";
import { chaptersOf } from "./pictures.js";

/**
 * @param {FlightView} view
 * @param {(place: import("./place.js").Place) => void} go
 * @param {(view: FlightView) => FlightShown} shownOf
 */
export function footOf(view, go, shownOf) {
  const crumbs = element("ol", "crumbs");
  const chapters = element("p", "chapters");
  const player = element("div", "playing");
  const made = element(
    "footer",
    "foot",
    element("nav", "", { "aria-label": "Where you are" }, crumbs),
    chapters,
    player,
  );
  makeSavable(view.sheet.element, {
    name: "The model at work",
    lines: () => lines(view),
    drawing: (format) => {
      if (format !== "svg" || view.place.level) return null;
      return view.age?.isOn ? view.age.film() : film(view, framesOf(view, shownOf(view)));
    },
  });
  const renew = (length) => {
    view.length = length;
    player.replaceChildren(playerBar(view, true));
    // In braces: a handler that returns false would hold every key, Tab too.
    view.sheet.element.onkeydown = (event) => {
      if (view.place.level === 0 && event.target === view.sheet.element) playerKeys(view, event);
    };
  };
  const show = (trail) => {
    const last = trail.length - 1;
    crumbs.replaceChildren(
      ...trail.map(({ place, name }, at) =>
        element(
          "li",
          "",
          at < last
            ? element("button", "", { type: "button", click: () => go(place) }, name)
            : element("b", "", { "aria-current": "step" }, name),
        ),
      ),
    );
    const { place } = trail[last];
    const ways = chaptersOf(place, view.facts.language.code);
    chapters.replaceChildren(...ways.map(([slug, title, query]) => way(slug, `${title} →`, query)));
    player.hidden = place.level > 0;
    if (!place.level) markPlayer(view, placeOfPlayer(view));
  };
  return { element: made, renew, show };
}

/** @param {FlightView} view */
function placeOfPlayer({ step, length, facts }) {
  const { encoder } = facts.sizes.layers;
  const row = step - encoder - 1;
  const done = row >= 0 ? `piece ${row + 1}` : step ? `encoder layer ${step}` : "the pieces";
  return `${step + 1} of ${length}: ${done}`;
}
