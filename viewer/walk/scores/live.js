// What stage.py sends of a sentence, made by the browser's own model; the padded batch and the whole model without
// scaling are left to the server.

import { livePassage } from "../frame/live.js";

/**
 * @param {import("../../widgets/engine/engine.js").Engine} engine
 * @param {string} sentence
 * @returns {Payload<Pick<ScoresFacts, "padding" | "wholeModel"> & { frame: FrameOfSentence },
 *   AttentionEntering | `${Kind}.weights`> | null}
 */
export default function livePayload(engine, sentence) {
  const passage = livePassage(engine, sentence);
  return passage && { facts: { frame: passage.frame, padding: null, wholeModel: null }, tensors: passage.tensors };
}
