// What the page says: in a message over it, and to those who listen to it, one after another.
//
//   data-standing            how a player stands, in words
//   data-unfit               what is said in place of several reasons why a card cannot be played

import { $, $$, make, words } from "./dom.js";

const SILENT = ".cite, [aria-hidden]"; // only to be seen
const KEPT = 6; // messages that stay; a screen reader that is still speaking gets to the next ones
const SPOKEN = 20_000; // milliseconds after which a message is gone, so that no one finds it who reads the page
const FEW = 4; // moves that are read out one by one
const SHOWN_FOR = 12_000; // milliseconds of a message over the page

let fading = 0;

/** Say something over the page until it is tapped, or for some seconds. */
export function showMessage(text) {
  clearTimeout(fading);
  const message = $("#message");
  if (!message) return;
  message.textContent = text;
  message.classList.remove("reason");
  if (text) fading = setTimeout(showMessage, SHOWN_FOR, "");
}

/** Say why something is not possible; it ends with the position. */
export function showReason(text) {
  showMessage(text);
  $("#message")?.classList.add("reason");
}

/** Take back a reason. */
export const endReason = () => $("#message.reason") && showMessage("");

/** Say something to those who listen. */
export function announce(text) {
  const live = $("#live");
  if (!live || !text) return;
  const said = make("p", { textContent: text });
  live.append(said);
  setTimeout(() => said.remove(), SPOKEN);
  while (live.childElementCount > KEPT) live.firstElementChild.remove();
}

/** Say the hint of a board, if it has one. */
export const tellHint = (board) => announce($$(".hint > :not(button)", board).map(spoken).join(" "));

/** The text of an element without what is not to be heard, such as the links to clauses. */
export function spoken(one) {
  if (!one) return "";
  const heard = one.cloneNode(true);
  for (const silent of $$(SILENT, heard)) silent.remove();
  return heard.textContent.trim().replace(/\s+/g, " ");
}

/** As a table opens, say whose move it is; after a press on another page, the focus and what it reads begin there. */
export function greet(board) {
  const status = $("#status", board);
  const pressed = $(".at-table") && document.referrer.startsWith(`${location.origin}/`) && comesNew();
  if (pressed && !$(".coach [autofocus]") && document.activeElement === document.body) status?.focus({ preventScroll: true });
  else if ("yours" in board.dataset) announce(spoken(status));
}

const comesNew = () => performance.getEntriesByType("navigation")[0]?.type === "navigate";

/** The board of which reasons were read out why cards are forbidden, and the clauses of these. */
const told = { version: "", clauses: new Set() };

/** Say what the chosen card can do, or why it can do nothing: in full once for each clause, or if asked again. */
export function announceUses(uses, again = false) {
  const chips = $$(".chips > [data-kind]", uses);
  if (chips.length) return announce(chips.map((chip) => chip.ariaLabel).join("; "));
  const now = $("#board").dataset.version;
  if (now !== told.version) Object.assign(told, { version: now, clauses: new Set() });
  const clauses = $$(".refused .cite", uses).map((cite) => cite.textContent).join();
  const reasons = $$(".refused .why", uses).map(spoken);
  const known = told.clauses.has(clauses) && !again;
  told.clauses.add(clauses);
  announce(known ? words("unfit") : ($("[data-unfit]", uses)?.dataset.unfit ?? reasons.join(" ")));
}

/** Say how all players stand, what lies between them, and each card that lies open there and before them. */
export function tellStandings(board) {
  const places = $$(":is(.middle, .places) [role=group][aria-label]:is(.middle :not(.stage), :has(.fan))", board);
  const cards = (one) => $$(".fan:not(.deep) .card > .vh", one).map(spoken);
  const lying = places.map((one) => `${[one.ariaLabel, ...cards(one)].join(", ")}.`);
  announce([...$$("[data-standing]", board).map(spoken), ...lying].join(" "));
  return true;
}

/** Say what has happened, the newest line last: each move, or of a long turn its length, its end, and what is due now. */
export function tellNews(lines, old, fresh) {
  const due = $$(".due", fresh).map((one) => one.textContent).join(", ");
  const length = words("many", { count: lines.length });
  const news = lines.length > FEW ? [length, spoken(lines.at(-1)), due && words("due", { cards: due })] : lines.map(spoken);
  announce([...news, ...changedStandings(old, fresh).map(spoken)].filter(Boolean).join(" "));
}

/** List how those players stand for whom it has changed. */
function changedStandings(old, fresh) {
  const before = new Set($$("[data-standing]", old).map(spoken));
  return $$("[data-standing]", fresh).filter((one) => !before.has(spoken(one)));
}
