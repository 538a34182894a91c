import assert from "node:assert/strict";
import test from "node:test";
import { formatsOf } from "../../viewer/app/pictures.js";

test("a picture is offered as a finding only while something in it stands out, and as a table if it has numbers", () => {
  const offered = (picture, table = null) => formatsOf({ place: { querySelector: () => table }, picture }).join(" ");
  assert.equal(offered({ finding: () => null }), "png svg");
  assert.equal(offered({ lines: () => [], finding: () => ({ claim: "So." }) }), "png svg csv html ipynb");
  assert.equal(offered({}, {}), "png svg csv");
});
