// A page that stands in a frame of another one, such as a notebook's: the frame is as high as the page. Where it stands
// by itself, or in a frame of somebody else, nothing happens.

export function fitFrame() {
  const frame = /** @type {HTMLElement | null} */ (window.frameElement);
  if (!frame) return;
  const page = document.documentElement;
  const fit = () => {
    frame.style.height = `${Math.ceil(page.getBoundingClientRect().height)}px`;
  };
  new ResizeObserver(fit).observe(page);
}
