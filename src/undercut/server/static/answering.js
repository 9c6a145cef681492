// Answers where the reader has no choice, if the reader wants that; the server has drawn how long it takes.

import { $, board, root } from "./dom.js";

let planned = "";

/** Plan to play the only move of a board. */
export function planAnswer({ dataset: { table, version, alone } }) {
  const plan = `${table} ${version}`;
  if (root.dataset.answer !== "auto" || alone === undefined || plan === planned) return;
  planned = plan;
  setTimeout(() => {
    const now = board().dataset;
    if (`${now.table} ${now.version}` === plan && "alone" in now) $("button[name=move]", board())?.click();
  }, alone * 1000);
}
