// The pointer and the arrow keys on a picture, as attributes of its canvas:
//
//   element("canvas", "", { tabindex: 0, role: "img", ...pointing(under, hover), keydown: arrows(step) })

// `show` gets what `find` makes of the pointer's place, and null when the pointer or the keyboard has left.
export function pointing(find, show) {
  const leave = () => show(null);
  return { pointermove: (event) => show(find(event)), pointerleave: leave, blur: leave };
}

const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// `step` gets the way to go: across, to the right, and down.
export function arrows(step) {
  return (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    step(...way);
  };
}

export const clampIndex = (value, count) => Math.min(Math.max(value, 0), count - 1);
