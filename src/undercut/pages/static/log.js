// The log and the table explain each other: a line and its cards light up together.
//
//   data-cards               on a line of the log: its cards in notation

import { $$, board } from "./dom.js";

const lines = () => $$("li[data-cards]", board());

/** Light up a line and its cards, or a card and its lines; nothing else stays lit. */
function light(target) {
  for (const lit of $$(".lit", board())) lit.classList.remove("lit");
  const line = target.closest?.("li[data-cards]");
  const card = target.closest?.("#board [data-card]")?.dataset.card;
  const found = line
    ? [line, ...line.dataset.cards.split(" ").flatMap((one) => $$(`[data-card="${CSS.escape(one)}"]`, board()))]
    : lines().filter((one) => card && one.dataset.cards.split(" ").includes(card));
  for (const one of found) one.classList.add("lit");
}

for (const kind of ["pointerover", "focusin", "click"]) {
  document.addEventListener(kind, ({ target }) => board()?.contains(target) && light(target));
}
