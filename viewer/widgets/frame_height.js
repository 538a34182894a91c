// A page in another page's frame, such as a notebook's: the frame gets the height of the page. A page on its own, or in
// somebody else's frame, does nothing.

export function fitFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!frame) return;
  const page = document.documentElement;
  const fit = () => {
    frame.style.height = `${Math.ceil(page.getBoundingClientRect().height)}px`;
  };
  new ResizeObserver(fit).observe(page);
}
