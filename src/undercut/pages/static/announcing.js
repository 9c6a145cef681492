// What the page says to those who listen to it: each message by itself, in the order in which they came.

import { $, $$ } from "./dom.js";

const KEPT = 6; // messages that stay; a screen reader that is still speaking gets to the next ones

export function announce(text) {
  const live = $("#live");
  if (!live || !text) return;
  const said = document.createElement("p");
  said.textContent = text;
  live.append(said);
  while (live.childElementCount > KEPT) live.firstElementChild.remove();
}

/** Say what the chosen card can do, or why it can do nothing. */
export function announceUses(uses) {
  const chips = $$(".chips > [data-kind], .chips > .reason", uses);
  announce(chips.map((chip) => chip.textContent.trim().replace(/\s+/g, " ")).join("; "));
}
