// Keys, wheel and two fingers on the sheet of glass.

import { edgesOf } from "../../../widgets/marks/draw.js";

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const TURN = 90; // pixels of the wheel that fly one level
const REST = 350; // milliseconds after a flight in which the wheel, still turning, counts for nothing
const SPREAD = 1.35; // two fingers, so much farther apart than they were

// Arrows go to the nearest thing that way, Enter flies into it, Escape out; so does the wheel, once the picture has been
// clicked or with Ctrl: until then it scrolls the page.
export function steer(sheet, { markAt, enter, leave }) {
  const place = sheet.element;
  place.addEventListener("keydown", (event) => {
    const mark = markAt(event);
    if (event.key === "Escape") leave();
    else if (mark && (event.key === "Enter" || event.key === " ")) enter(mark);
    else if (event.key in WAYS && !event.altKey && !event.ctrlKey && !event.metaKey)
      goFrom(sheet, mark, WAYS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  let isHeld = false;
  let turned = 0;
  let last = 0;
  place.addEventListener("click", () => {
    isHeld = true;
  });
  place.addEventListener("pointerleave", () => {
    isHeld = false;
  });
  const wheel = (event) => {
    if (!isHeld && !event.ctrlKey) return;
    event.preventDefault();
    if (sheet.isBusy()) last = event.timeStamp;
    if (event.timeStamp - last < REST) return;
    turned += event.deltaY * (event.deltaMode ? 20 : 1);
    if (Math.abs(turned) < TURN) return;
    if (turned > 0) leave();
    else enter(markAt(event));
    [turned, last] = [0, event.timeStamp];
  };
  place.addEventListener("wheel", wheel, { passive: false });
}

function goFrom(sheet, mark, [dx, dy]) {
  const { known } = sheet.level;
  const middle = (each) => {
    const [x, y, width, height] = edgesOf(each);
    return [x + width / 2, y + height / 2];
  };
  const all = [...known.values()].filter(({ mark: each }) => each.to && !/ahead/.test(each.look));
  const [x, y] = mark ? middle(mark) : [0, 0];
  const way = ({ mark: each }) => {
    const [toX, toY] = middle(each);
    const along = (toX - x) * dx + (toY - y) * dy;
    const aside = Math.abs((toX - x) * dy) + Math.abs((toY - y) * dx);
    return along > 1 ? along + 3 * aside : Infinity;
  };
  const goal = mark ? all.reduce((best, each) => (way(each) < way(best) ? each : best), all[0]) : all[0];
  if (!goal || (mark && way(goal) === Infinity)) return;
  sheet.level.svg.querySelector("[tabindex='0']")?.setAttribute("tabindex", "-1");
  goal.element.setAttribute("tabindex", "0");
  goal.element.focus({ preventScroll: true });
  goal.element.scrollIntoView({ block: "nearest", inline: "nearest" }); // a picture may be wider than its screen
}

export function watchPinch(place, { enter, leave }) {
  let begun = 0;
  const apart = ({ touches: [one, other] }) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  place.addEventListener("touchstart", (event) => {
    begun = event.touches.length === 2 ? apart(event) : 0;
  });
  const touchmove = (event) => {
    if (!begun || event.touches.length !== 2) return;
    event.preventDefault();
    const spread = apart(event) / begun;
    if (spread < SPREAD && spread > 1 / SPREAD) return;
    begun = 0;
    const [one, other] = event.touches;
    const middle = { clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 };
    if (spread > 1) enter(middle);
    else leave();
  };
  place.addEventListener("touchmove", touchmove, { passive: false });
}
