// What the page says to those who listen to it: each message by itself, in the order in which they came.
//
//   data-standing            how a player stands, in words

import { $, $$ } from "./dom.js";

const SILENT = $(".at-ladder") ? ".cite, [aria-hidden]" : ".cite, [aria-hidden], .price"; // only to be seen, or hidden
const KEPT = 6; // messages that stay; a screen reader that is still speaking gets to the next ones

export function announce(text) {
  const live = $("#live");
  if (!live || !text) return;
  const said = document.createElement("p");
  said.textContent = text;
  live.append(said);
  while (live.childElementCount > KEPT) live.firstElementChild.remove();
}

/** The text of an element without what is not to be heard, such as the signs that lead to clauses. */
export function spoken(one) {
  const heard = one?.cloneNode(true);
  for (const silent of $$(SILENT, heard)) silent.remove();
  return heard?.textContent.trim().replace(/\s+/g, " ") ?? "";
}

/** Say what the chosen card can do, or all reasons why it can do nothing. */
export function announceUses(uses) {
  const chips = $$(".chips > [data-kind]", uses);
  const reasons = $$(".refused .why", uses).map((why) => spoken(why).replace(/\.?$/, "."));
  announce(chips.length ? chips.map((chip) => chip.ariaLabel).join("; ") : reasons.join(" "));
}

/** Say how all players stand, and what lies between them. */
export function tellStandings(board) {
  const between = $$(".middle [role=group][aria-label]", board).map((one) => `${one.ariaLabel}.`);
  announce([...$$("[data-standing]", board).map(spoken), ...between].join(" "));
  return true;
}

/** List how those players stand for whom it has changed. */
export function changedStandings(old, fresh) {
  const before = new Set($$("[data-standing]", old).map(spoken));
  return $$("[data-standing]", fresh).filter((one) => !before.has(spoken(one)));
}
