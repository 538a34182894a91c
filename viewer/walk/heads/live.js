// What stage.py sends of a sentence, made by the browser's own model; roles are left to the server.

import { livePassage } from "../frame/live.js";

/**
 * @param {import("../../widgets/engine/engine.js").Engine} engine
 * @param {string} sentence
 * @returns {Payload<Pick<HeadsFacts, "here"> & { frame: FrameOfSentence },
 *   AttentionEntering | `${Kind}.weights`> | null}
 */
export default function livePayload(engine, sentence) {
  const passage = livePassage(engine, sentence);
  return passage && { facts: { frame: passage.frame, here: null }, tensors: passage.tensors };
}
