// Keys of a table: arrows between and within the groups of moves, figures for chips. Each function returns whether it did
// anything.

import { showMessage, tellStandings } from "./announcing.js";
import { goToUses, putBack } from "./choosing.js";
import { $, $$, board } from "./dom.js";
import { canPlay, chosenUses } from "./spots.js";
import { openMoves } from "./ways.js";

const KEYS = {
  "?": () => $("#keys") && ($("#keys").showModal() ?? true),
  ArrowLeft: () => along(-1),
  ArrowRight: () => along(1),
  Home: () => press('[rel="first"]'),
  End: () => press('[rel="last"]:not([data-go])'),
  ArrowUp: () => between(-1),
  ArrowDown: () => between(1),
  Enter: () => document.activeElement.name === "card" && enter(document.activeElement),
  h: () => press('[action$="/hint"] button'),
  n: () => press('[action$="/skip"] button'),
  s: () => tellStandings(board()),
  t: () => press('[action$="/take-back"] button'),
  Escape: () => goBack(),
};

/** The groups that are present, from above: moves without a card, chips, and cards; or what is in an open window of moves. */
const groups = () =>
  (openMoves() ? [$$("button, a", openMoves())] : [$$(":is(.bare, .none) > .move", board()), chips(), $$("input[name=card]:not(.one *)", board())])
    .filter((one) => one.length);

/** The chips of the chosen card, or of cards that all do the same. */
const chips = () => $$("button", $(".chips", chosenUses()) ?? $(".choices .chips", board()));

/** Press a link or button of the table; return whether there is one. */
function press(selector) {
  const found = $(selector, board());
  found?.click();
  return found !== null;
}

/** The cards, if one can be played. */
const mainGroup = () => groups().find(([first]) => (first.name === "card") === canPlay(board())) ?? groups()[0];

/** Left and right: move within a group, at first to a card that can be played; in a finished game, step. */
function along(by) {
  if (press(`[rel="${by < 0 ? "prev" : "next"}"]`)) return true;
  const at = groups().find((group) => group.length > 1 && group.includes(document.activeElement));
  const group = at ?? mainGroup();
  if (!group) return false;
  if (at) return choose(group.at((group.indexOf(document.activeElement) + by) % group.length));
  const able = group.filter((one) => !one.closest(".idle"));
  return choose((able.length ? able : group).at(Math.min(by, 0)));
}

/** Up and down: move between the groups. */
function between(by) {
  const all = groups();
  const at = all.findIndex((group) => group.includes(document.activeElement));
  const first = by > 0 ? mainGroup() : document.activeElement.id === "status" ? all[0] : null;
  const next = at < 0 ? first : all[at + by];
  if (!next) return at >= 0;
  return choose(next.find((one) => one.checked) ?? next[0]);
}

function choose(one) {
  one.focus();
  if (one.type === "radio" && !one.checked) one.click();
  return true;
}

/** Choose a card, and go from the chosen one to its uses; without any, hear again why. */
const enter = (card) => (card.checked ? goToUses() : choose(card));

/** Leave the moves of a card, the card itself, or an earlier moment. */
function goBack() {
  const why = $("#hint-why:popover-open");
  why?.hidePopover();
  if (why || $(":popover-open")) return why !== null; // the browser closes the others
  showMessage("");
  const now = $(".now", board());
  if (document.activeElement.closest(".uses")) $(".pick > input:checked").focus();
  else if (now) now.click();
  else return putBack();
  return true;
}

const numbered = (key) =>
  [...(openMoves() ? $$("button", openMoves()) : chips()), ...$$(".hint button", board())]
    .find((one) => one.dataset.number === key);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  if (event.target.closest("input:not([name=card]), textarea, select")) return;
  const number = /^[1-9]$/.test(event.key) && numbered(event.key);
  if (number) number.click();
  if (number || (KEYS[event.key] ?? KEYS[event.key.toLowerCase()])?.()) event.preventDefault();
});
