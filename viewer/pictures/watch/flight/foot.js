// Below the picture: where one is, the chapter that goes on from there, and at the top the player.

import { element } from "../../../widgets/elements.js";
import { pageLink } from "../../../widgets/page_link.js";
import { makeSavable } from "../../../widgets/pictures.js";
import { markPlayer, playerBar, playerKeys } from "../../../widgets/player.js";
import { film, framesOf } from "./film.js";
import { crumbsOf } from "./glass.js";
import { lines } from "./lines.js";
import { chaptersOf } from "./pictures.js";

const HINT = "Click anything to look inside.";

/** @param {FlightView} view */
export function footOf(view) {
  const crumbs = element("ol", "crumbs");
  const chapters = element("p", "chapters");
  const player = element("div", "playing");
  const where = element("nav", "", { "aria-label": "Where you are" }, crumbs);
  makeSavable(view.sheet.element, {
    name: "The model at work",
    lines: () => lines(view.shownAt(view.place)),
    drawing: (format) => {
      if (format !== "svg" || view.place.level) return null;
      return view.age?.isOn ? view.age.film() : film(view, framesOf(view, view.shownAt(view.place)));
    },
  });
  const renew = () => {
    player.replaceChildren(playerBar(view, true));
    // In braces: a handler that returns false would hold every key, Tab too.
    view.sheet.element.onkeydown = (event) => {
      if (view.place.level === 0 && event.target === view.sheet.element) playerKeys(view, event);
    };
  };
  /** @param {FlightShown} shown */
  const show = (shown) => {
    const { place } = shown;
    const wayTo = (to, name) => element("button", "", { type: "button", click: () => view.rise(to) }, name);
    if (place.level) crumbs.replaceChildren(...crumbsOf(shown, wayTo));
    else crumbs.replaceChildren(element("li", "hint", HINT), ...keyOf(shown));
    const ways = chaptersOf(place);
    chapters.replaceChildren(...ways.map(([slug, title, query]) => pageLink(slug, `${title} →`, query)));
    player.hidden = place.level > 0;
    if (!place.level) markPlayer(view, placeOfPlayer(shown), stepOf(shown));
  };
  return { element: element("footer", "foot", where, chapters, player), renew, show };
}

// What a ribbon's colour says; the thicker it is, the more is looked at.
/** @param {FlightShown} shown */
function keyOf({ facts: { reads, language } }) {
  const [one, other] = [reads, language.name];
  const looks = { encoder: [one, one], decoder: [other, other], cross: [other, one] };
  return Object.entries(looks).map(([kind, [who, whom]]) =>
    element("li", "hint", { style: `--tone: var(--${kind})` }, `${who} looks at ${whom}`),
  );
}

// The step at which the row that is looked at was written.
const stepOf = ({ step, row, facts }) => (row === null ? step : row + facts.sizes.layers.encoder + 1);

/** @param {FlightShown} shown */
function placeOfPlayer({ step, row, facts: { output, sizes } }) {
  const { encoder } = sizes.layers;
  const at = row ?? step - encoder - 1;
  if (at >= 0) return `piece ${at + 1} of ${output.length}`;
  return step ? `encoder layer ${step} of ${encoder}` : "the pieces";
}
