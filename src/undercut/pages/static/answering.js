// Answers where the reader has no choice: against bots alone, or if the reader wants that; the server has drawn how long
// it takes, since other people could read from a quick answer what a hand lacks.
//
//   data-bots                on #board: nobody but bots waits for the answer

import { $, board, root } from "./dom.js";

let planned = "";

const question = (one) => `${one.dataset.table} ${one.dataset.version}`;

/** Plan to play the only move of a board. */
export function planAnswer(asking) {
  const asked = question(asking);
  const wanted = root.dataset.answer === "auto" || "bots" in asking.dataset;
  if (!wanted || asking.dataset.alone === undefined || asked === planned) return;
  planned = asked;
  setTimeout(() => {
    if (question(board()) === asked) $("button[name=move]", board())?.click();
  }, asking.dataset.alone * 1000);
}
