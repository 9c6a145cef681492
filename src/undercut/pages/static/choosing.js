// Choosing a card by a click, and what to do with it: by its chips, by a click on a lit place, or by dragging it there.
//
//   data-at                  on a reason against uses of a card: the cards and places at which it forbids them

import { announceUses, showReason, spoken } from "./announcing.js";
import { $, $$, byKey, root } from "./dom.js";
import { allowDrags } from "./dragging.js";
import { aim, chosenUses, isReachable, moves, only, spotOf } from "./spots.js";
import { offer, openMoves } from "./ways.js";

const TWICE = 300; // milliseconds between the clicks of a double click

let last = { card: "", at: -Infinity }; // the latest click on a card

/** Put the chosen card back; return whether there was one. */
export function putBack() {
  const chosen = $(".pick > input:checked");
  if (chosen) chosen.checked = false;
  last.card = "";
  lightOnly("");
  return chosen !== null;
}

/** Go to the first use of the chosen card, and at once to the places of an only one; without any, say why and stay. */
export function goToUses() {
  const [use, ...others] = $$(".chips > [data-kind]", chosenUses());
  use?.focus();
  if (!use) announceUses(chosenUses(), true);
  else if (!others.length && !use.value) pressChip(use, true);
  return true;
}

/** Light one kind of the chosen card's moves, or all. */
function lightOnly(kind) {
  for (const uses of $$(".uses[data-only]")) delete uses.dataset.only;
  if (kind) chosenUses().dataset.only = kind;
  aim();
}

/** Play the chosen card on a place; if that means several things, offer them there. */
function playOn(spot) {
  const fit = moves(only()).filter((move) => spotOf(move) === spot);
  if (fit.length === 1) fit[0].click();
  else if (fit.length) offer(fit, { at: spot });
}

/** A click chooses a card, another one puts it back; a double click plays an only use, unless a setting forbids it. */
function clickCard(event, label) {
  const card = label.control;
  const twice = last.card === card.id && event.timeStamp - last.at < TWICE;
  last = { card: card.id, at: event.timeStamp };
  const uses = $$(".legal .move", card.parentNode);
  const plays = twice && uses.length === 1 && root.dataset.double !== "off";
  if (plays || card.checked) event.preventDefault();
  if (plays) uses[0].click();
  else if (card.checked) putBack();
}

/** Play the only move of a kind; light the places of several, and offer them there, or in a window if one is not seen. */
function pressChip(chip, isKey) {
  const { kind } = chip.dataset;
  const fit = moves(kind);
  if (chip.value) return fit[0].click();
  const again = only() === kind;
  if (chosenUses()) lightOnly(again ? "" : kind);
  if (again && !isKey) return;
  const spots = fit.map(spotOf);
  offer(fit, { places: spots.every(isReachable) ? spots : null, done: () => lightOnly("") });
}

/** Say why the chosen card cannot go to a place that is not lit; return whether it has a reason. */
function refuse(place) {
  const name = place?.dataset.spot ?? place?.dataset.card;
  const refused = $$(".refused [data-at]", chosenUses()).find((one) => one.dataset.at.split(" ").includes(name));
  if (refused) showReason(spoken($(".why", refused)));
  return refused !== undefined;
}

let closing = false; // this press closes an open window; outside the sheet about a card it does nothing else
let outside = false;

document.addEventListener(
  "pointerdown",
  (event) => {
    const sheet = $(".all:popover-open");
    closing = sheet !== null || $(".ways:popover-open") !== null;
    outside = sheet !== null && !sheet.contains(event.target);
    layDown();
  },
  true,
);

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  if (outside && event.detail && !on("[popovertarget]")) return event.preventDefault();
  const label = on(".pick > label");
  const lit = !on("button, a, summary") && on(".aim");
  // A pile with a card of its own is chosen, until a kind of move is: putting a card there ends the turn.
  const spot = label && !only() ? null : lit;
  const chip = on(".chips > [data-kind]");
  if (!on(".pick > :is(label, input)")) last.card = ""; // a click on anything else parts two clicks on a card
  if (spot) playOn(spot);
  else if (label) clickCard(event, label);
  else if (chip) pressChip(chip, event.detail === 0);
  else if (!closing && refuse(on(".felt :is([data-spot], [data-card])"))) return;
  else if (!closing && !on(".pick, .ways, button, a, summary, input, select, dialog, .side")) putBack();
  if (spot) event.preventDefault();
});

// When the rest of a move is chosen from cards that are not shown, the choice opens at once.
document.addEventListener("board", ({ detail: fresh }) => {
  const chip = $(".choices > .chips > [data-kind]", fresh);
  if (chip && !openMoves() && !moves().map(spotOf).every(isReachable)) pressChip(chip);
});

// --- Dragging --------------------------------------------------------------------------------------------------------

/** Choose a card and take it up. */
function lift(label) {
  const card = $(":nth-last-child(1 of .card)", label);
  if (!label.control.checked) label.control.click();
  lightOnly("");
  card.classList.add("dragged");
  return card;
}

/** Play a card where it is dropped; it stays there until the board is replaced, unless the place offers a choice. */
function drop(label, spot) {
  if (spot) playOn(spot);
  if (!spot || $(".ways")) layDown();
}

/** Let all cards go back to the hand. */
function layDown() {
  for (const card of $$(".dragged")) {
    card.classList.remove("dragged");
    card.style.transform = "";
  }
}

/** The only place of the card in the part of the table that it is over, such as the reader's half. */
function nearby(over) {
  const part = over?.closest(".own > .places, .around");
  const [spot, ...others] = new Set(moves().map(spotOf).filter((one) => part?.contains(one)));
  return others.length ? null : spot;
}

allowDrags({ things: ".pick > label", places: ".aim", over: "over-it", nearby, lift, drop, scrolls: false });

// --- What is heard ---------------------------------------------------------------------------------------------------

let told = null; // the card in focus, once it has been said what it can do

document.addEventListener("change", ({ target }) => {
  if (target.name !== "card") return;
  aim();
  announceUses(chosenUses());
  told = target;
});

document.addEventListener("focusin", ({ target }) => {
  told = null;
  if (!byKey() || target.name !== "card") return;
  const isNew = () => told !== target && target === document.activeElement;
  setTimeout(() => isNew() && announceUses($(".uses", target.parentNode)));
});
