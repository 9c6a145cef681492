// The first game after a lesson: before the reader's first move it asks for a hint, so that one knows what hints are.

import { $, board } from "./dom.js";

const KEY = "first-game";

/** Note that the next table is the first game; the page of the lesson calls it. */
export function expectFirstGame() {
  sessionStorage.setItem(KEY, "next");
}

/** Ask for a hint, once. */
function ask() {
  const now = board();
  const form = $('form[action$="/hint"]', now);
  if (!form || !("yours" in now.dataset) || sessionStorage.getItem(KEY) !== table) return;
  sessionStorage.removeItem(KEY);
  form.requestSubmit();
}

const table = board()?.dataset.table;

if (table && table !== "lesson") {
  if (sessionStorage.getItem(KEY) === "next") sessionStorage.setItem(KEY, table);
  if (sessionStorage.getItem(KEY) === table) {
    new MutationObserver(ask).observe($("main"), { childList: true, subtree: true });
    addEventListener("load", ask); // after the script of the table has begun to listen
  }
}
