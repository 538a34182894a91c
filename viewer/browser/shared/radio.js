// Radio groups by keyboard: one of several buttons is checked, and it alone is reached by Tab.

const WAYS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

// Where a key leads from the button `at` of so many: an arrow to its neighbour, Home and End to the ends; null for
// other keys and beyond the ends.
export function keyGoal(event, at, count) {
  const goal = { Home: 0, End: count - 1 }[event.key] ?? at + WAYS[event.key];
  if (Number.isNaN(goal)) return null;
  event.preventDefault();
  return goal >= 0 && goal < count ? goal : null;
}

export function check(buttons, chosen) {
  buttons.forEach((button, index) => {
    button.setAttribute("aria-checked", String(index === chosen));
    button.tabIndex = index === chosen ? 0 : -1;
  });
}
