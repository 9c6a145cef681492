// When a fresh board is shown, and how cards fly to their new places on it. Pictures of them fly over the page, where no
// click can hit them; the cards themselves lie in their new places from the beginning.

import { $, $$, board, still } from "./dom.js";

const LENGTH = 320; // milliseconds

let flights = null;

/** Replace a board by another with `put`, and let the cards fly, but for some; a flight under way ends at once. */
export function replaceBoard(old, fresh, put, but = new Set()) {
  if (still() || document.hidden) return put();
  const fly = pairCards(old, fresh).filter(([, to]) => !but.has(to.dataset.card));
  const journeys = fly.map(([from, to]) => [whereIs(from), to, Boolean(from.closest(".middle") && to.closest(".middle"))]);
  land();
  put();
  // All is measured before anything changes: then the page is laid out once.
  const moved = journeys.map(([from, card, within]) => ({ from, card, to: whereIs(card), within })).filter(isFar);
  if (!moved.length) return;
  const pictures = moved.map(({ card }) => picture(card));
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.append(...pictures);
  for (const { card } of moved) card.classList.add("in-flight");
  flights = { layer, cards: moved.map(({ card }) => card) };
  document.body.append(layer);
  const mine = flights;
  Promise.allSettled(moved.map(({ from, to }, n) => travel(pictures[n], from, to).finished)).then(() => {
    if (flights === mine) land();
  });
}

/** End all flights: their cards are where they belong. */
function land() {
  flights?.layer.remove();
  for (const card of flights?.cards ?? []) card.classList.remove("in-flight");
  flights = null;
}

export const whereIs = (card) => ($(".face", card) ?? card).getBoundingClientRect();

// How much of a card is drawn depends on its place, which the picture leaves.
const DRAWN = ["--whole", "--part", "--strip", "--letters", "--pips", "--sign"];

/** A picture of a card that looks the same elsewhere on the page. */
export function picture(card) {
  const made = $(".face", card).cloneNode(true);
  const drawn = getComputedStyle(card);
  for (const name of DRAWN) made.style.setProperty(name, drawn.getPropertyValue(name));
  return made;
}

/** Whether a card can be seen to move: it has hardly moved if it stays in a pile. */
function isFar({ from, to, within }) {
  const near = Math.abs(from.left - to.left) + Math.abs(from.top - to.top) < (within ? to.width : 2);
  return !near && from.width > 0 && to.width > 0;
}

/** Let a picture fly from one place to another. */
export function travel(flying, from, to, duration = LENGTH) {
  Object.assign(flying.style, { left: `${to.left}px`, top: `${to.top}px`, width: `${to.width}px`, height: `${to.height}px` });
  const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
  return flying.animate([{ transform: start }, { transform: "none" }], {
    duration,
    easing: "cubic-bezier(0.2, 0.7, 0.2, 1)",
    fill: "both",
  });
}

/** Pair each visible card with its former place; a card that was hidden comes from a pile or a hand. */
function pairCards(old, fresh) {
  const before = new Map($$("[data-key]", old).map((card) => [card.dataset.key, card]));
  const cards = $$("[data-key]", fresh);
  const stayed = cards.filter((card) => before.has(card.dataset.key));
  const pairs = stayed.map((card) => [before.get(card.dataset.key), card]);
  stayed.forEach((card) => before.delete(card.dataset.key));
  const gone = [...before.values()];
  const hidden = $$(`[data-hand="${fresh.dataset.mover}"] .back, [data-source] .card`, old).reverse();
  for (const card of cards.filter((one) => !stayed.includes(one))) {
    const drawn = card.closest(".play") !== null;
    const from =
      take(gone, (left) => left.dataset.card === card.dataset.card) ??
      take(hidden, (back) => (back.closest("[data-source]") !== null) === drawn);
    if (from) pairs.push([from, card]);
  }
  return pairs;
}

function take(list, fits) {
  const place = list.findIndex(fits);
  return place < 0 ? null : list.splice(place, 1)[0];
}

// --- When a board that has arrived is shown: once the one before it can be seen, and not between a press and its release,
// which make a click. Of several that wait, only the latest is shown.

const LONGEST = 200; // milliseconds for which a board that nobody sees, as in a hidden tab, holds up the next

let [pressed, drawn, waiting] = [null, true, null];

/** Show a board, now or as soon as possible. */
export function showSoon(show) {
  waiting = show;
  showWaiting();
}

function showWaiting() {
  if (!waiting || !drawn || pressed !== null) return;
  const show = waiting;
  waiting = null;
  show();
  drawn = false;
  const late = setTimeout(allowNext, LONGEST);
  requestAnimationFrame(() => setTimeout(allowNext, 0, late)); // after the frame
}

function allowNext(late) {
  clearTimeout(late);
  drawn = true;
  showWaiting();
}

document.addEventListener("pointerdown", (event) => (pressed = board()?.contains(event.target) ? event.pointerId : null));

for (const released of ["pointerup", "pointercancel"]) {
  document.addEventListener(released, ({ pointerId }) => {
    if (pointerId === pressed) setTimeout(release); // after the click
  });
}

function release() {
  pressed = null;
  showWaiting();
}
