// The texts of a picture, line by line, each in its place. Each line declares its length, so that it takes the same
// room in any font.

/**
 * @param {Text & { parentElement: Element }} node
 * @param {OffscreenCanvasRenderingContext2D} pen  for measuring
 * @returns {{ text: string, attributes: Record<string, string | number>, box: DOMRect }[]}
 */
export function drawTexts(node, pen) {
  const style = getComputedStyle(node.parentElement);
  if (!node.data.trim() || style.visibility !== "visible") return [];
  const font = {
    "font-family": style.fontFamily,
    "font-size": style.fontSize,
    ...(style.fontWeight === "400" ? {} : { "font-weight": style.fontWeight }),
    ...(style.fontStyle === "normal" ? {} : { "font-style": style.fontStyle }),
  };
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const { fontBoundingBoxAscent: above, fontBoundingBoxDescent: below } = pen.measureText("x");
  const upright = !style.writingMode.startsWith("vertical");
  return linesOfText(node).map(({ text, box }) => {
    const length = upright ? box.width : box.height;
    const baseline = ((upright ? box.height : box.width) - above - below) / 2 + above;
    return {
      text: writable(text),
      box,
      attributes: {
        ...font,
        ...(upright
          ? { x: round(box.left), y: round(box.top + baseline) }
          : placeTurned(node.parentElement, box, baseline)),
        ...(text.length > 1 ? { textLength: round(length), lengthAdjust: "spacingAndGlyphs" } : {}),
      },
    };
  });
}

// Write a rotated text from bottom to top if the page turns it so, otherwise from top to bottom.
function placeTurned(parent, { left, top, right, bottom }, baseline) {
  const up = getComputedStyle(parent).transform !== "none";
  const [x, y] = up ? [left + baseline, bottom] : [right - baseline, top];
  return { transform: `translate(${round(x)} ${round(y)}) rotate(${up ? -90 : 90})` };
}

// The text of a node, split where the browser has broken its lines.
function linesOfText(node) {
  const range = document.createRange();
  const boxOf = (from, to) => {
    range.setStart(node, from);
    range.setEnd(node, to);
    return range.getBoundingClientRect();
  };
  const lines = [];
  for (const { index: from, 0: word } of node.data.matchAll(/\S+/g)) {
    const to = from + word.length;
    const { top, width, height } = boxOf(from, to);
    const last = lines.at(-1);
    if (last && Math.abs(last.top - top) < height / 2) last.to = to;
    else if (width && height) lines.push({ from, to, top });
  }
  return lines.map(({ from, to }) => ({ text: node.data.slice(from, to).replace(/\s+/g, " "), box: boxOf(from, to) }));
}

// XML has no way to write some control characters.
function writable(text) {
  return text.replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\ufffd");
}

export const round = (number) => Number(number.toFixed(2));
