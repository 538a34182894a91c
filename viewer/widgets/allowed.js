// What a mask allows, painted onto a matrix of what is added to the scores.

// A tile where a query can look: there, 0 is added to the score; elsewhere, −∞.
export function paintAllowed(pen, { left, top, width, height }, { data, rows, columns }, ink) {
  const gap = width > 6 ? 1.5 : 0;
  pen.fillStyle = ink.text;
  pen.globalAlpha = 0.2;
  pen.beginPath();
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (data[row * columns + column] === 0)
        pen.rect(left + column * width + gap, top + row * height + gap, width - 2 * gap, height - 2 * gap);
    }
  }
  pen.fill();
  pen.globalAlpha = 1;
}
