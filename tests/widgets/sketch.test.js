// The lines of a chart that is still loading, in hundredths of its room.

import assert from "node:assert/strict";
import { test } from "node:test";
import { linesOf } from "../../viewer/widgets/sketch.js";

test("lists and bytes are drawn in the axes' ranges, gaps and other axes left out", () => {
  const bytes = { dtype: "f8", bdata: Buffer.from(new Float64Array([8, Number.NaN, 2]).buffer).toString("base64") };
  const trace = { type: "scatter", x: [0, 1, 4], y: bytes, meta: { ink: "red" } };
  const figure = {
    data: [trace, { ...trace, yaxis: "y2" }, { ...trace, type: "bar" }],
    layout: { xaxis: { range: [0, 8] } },
  };
  const drawn = [
    {
      ink: "red",
      points: [
        [0, 0],
        [50, 75],
      ],
    },
  ];
  assert.deepEqual(linesOf(figure), drawn);
  assert.deepEqual(linesOf({ ...figure, layout: { yaxis: { type: "log" } } }), []);
});
