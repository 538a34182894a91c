// What chapters draw on canvases with a pen.

// Lines through points, each path on its own.
export function line(pen, ...paths) {
  pen.beginPath();
  for (const path of paths) {
    pen.moveTo(...path[0]);
    for (const point of path.slice(1)) pen.lineTo(...point);
  }
  pen.stroke();
}

// Text that stays readable on lines and points.
export function drawHaloedText(pen, words, x, y, paper) {
  pen.save();
  Object.assign(pen, { strokeStyle: paper, lineWidth: 4, lineJoin: "round", globalAlpha: 0.85 });
  pen.strokeText(words, x, y);
  pen.restore();
  pen.fillText(words, x, y);
}

export function dot(pen, [x, y], size, fill) {
  pen.beginPath();
  pen.arc(x, y, size, 0, 2 * Math.PI);
  pen.fillStyle = fill;
  pen.fill();
  pen.stroke();
}
