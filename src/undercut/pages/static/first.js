// The first game after a lesson: before each move of the reader it asks for a hint, which says why.

import { $, board } from "./dom.js";

const KEY = "first-game";

/** Note that the next table is the first game; the page of the lesson calls it. */
export function expectFirstGame() {
  sessionStorage.setItem(KEY, "next");
}

/** Ask for a hint, once for each position. */
function ask() {
  const now = board();
  const form = $('form[action$="/hint"]', now);
  if (!form || !("yours" in now.dataset) || $(".hint", now) || asked === now.dataset.version) return;
  asked = now.dataset.version;
  form.requestSubmit();
}

let asked = "";
const table = board()?.dataset.table;

if (table && table !== "lesson") {
  if (sessionStorage.getItem(KEY) === "next") sessionStorage.setItem(KEY, table);
  if (sessionStorage.getItem(KEY) === table) {
    new MutationObserver(ask).observe($("main"), { childList: true, subtree: true });
    addEventListener("load", ask); // after the script of the table has begun to listen
  }
}
