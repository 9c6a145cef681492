// Answers where the reader has no choice, if the reader wants that; the server has drawn how long it takes.

import { $, board, root } from "./dom.js";

let planned = "";

const question = (one) => `${one.dataset.table} ${one.dataset.version}`;

/** Plan to play the only move of a board. */
export function planAnswer(asking) {
  const asked = question(asking);
  if (root.dataset.answer !== "auto" || asking.dataset.alone === undefined || asked === planned) return;
  planned = asked;
  setTimeout(() => {
    if (question(board()) === asked) $("button[name=move]", board())?.click();
  }, asking.dataset.alone * 1000);
}
