// How a fresh board takes the place of the old one: cards fly to their new places, and numbers count. Pictures of the cards
// fly over the page, where no click can hit them; the cards themselves lie in their new places from the beginning.
//
//   data-key                 a card's key; the same key on two boards is the same card
//   data-card                the card in notation
//   data-hand                a hand, by its seat
//   data-source              a pile from which cards are drawn
//   data-mover               on #board: the seat that moved last; unseen cards fly from its hand

import { $, $$, layAt, make, still } from "./dom.js";

const LENGTH = 320; // milliseconds
const LIFT = 1000; // milliseconds

let flights = null;

/** Replace a board by another with `put`, and let the cards fly, but for some; a flight under way ends at once. */
export function replaceBoard(old, fresh, put, but = new Set()) {
  if (still() || document.hidden) return put();
  const fly = pairCards(old, fresh).filter(([, to]) => !but.has(to.dataset.card));
  const journeys = fly.map(([from, to]) => [whereIs(from), to, Boolean(from.closest(".middle") && to.closest(".middle"))]);
  land();
  put();
  // All is measured before anything changes: then the page is laid out once.
  const shown = journeys.filter(([, card]) => card.checkVisibility()); // a folded hand has a place, too
  const moved = shown.map(([from, card, within]) => ({ from, card, to: whereIs(card), within })).filter(isFar);
  if (!moved.length) return;
  const pictures = moved.map(({ card }) => picture(card));
  const layer = make("div", { className: "flights" }, ...pictures);
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
  layAt(flying, to);
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

/** Keep the rows whose cards have just left because they are full, over the empty ones; return what is kept. */
export function keepFullRows(old, fresh) {
  if (still() || document.hidden) return [];
  const before = $$(".level > ul", old);
  return $$(".level > ul", fresh).flatMap((row, n) => {
    if ($(".card", row) || !$(".card", before[n])) return [];
    const full = before[n].cloneNode(true);
    for (const { dataset } of $$("[data-key]", full)) dataset.key = dataset.card = "";
    Object.assign(full, { className: `${full.className} lifted`, ariaHidden: "true" });
    layAt(full, { left: row.offsetLeft, top: row.offsetTop, width: row.offsetWidth, height: row.offsetHeight });
    row.after(full);
    return full;
  });
}

/** Lift a full row that was kept, then remove it. */
export function liftRow(full) {
  const steps = { translate: ["0 0", "0 -0.8rem", "0 -0.8rem", "0 -1.4rem"], opacity: [1, 1, 1, 0] };
  full.animate(steps, { duration: LIFT, easing: "ease-out" }).finished.then(() => full.remove(), () => {});
}

// --- Numbers that change: a bar of points fills or empties, and its number counts; a hand says by how much it grew.

const FILL = 500; // milliseconds, as is the next
const RISE = 1600;
const HANDS = ".other :is(.chip-count > b:not(.grown), .hand-of > .count)";

/** Count from the numbers of the old board to those of the fresh one; `plays` are the rows of cards that have left hands. */
export function countChanges(old, fresh, plays) {
  if (still() || document.hidden) return;
  fillBars(old, fresh);
  const before = $$(HANDS, old);
  $$(HANDS, fresh).forEach((hand, n) => {
    const more = Number(hand.textContent) - Number(before[n]?.textContent);
    const seat = $("[data-hand]", hand.closest(".seat")).dataset.hand;
    if (more > 0) rise(hand, `+${more + plays.filter((row) => row.dataset.by === seat).length}`);
  });
}

function rise(number, text) {
  const sign = make("b", { className: "grown", ariaHidden: "true" }, text);
  number.after(sign);
  const steps = { opacity: [0, 1, 1, 0], translate: ["0 50%", "0 0", "0 0", "0 -60%"], offset: [0, 0.2, 0.7, 1] };
  sign.animate(steps, RISE).finished.then(() => sign.remove(), () => {}); // a later board may have taken its place
}

/** Let the bars of points start where those of the old board ended. */
function fillBars(old, fresh) {
  const before = $$(".points", old);
  $$(".points", fresh).forEach((points, n) => {
    const [was, now] = [before[n], points].map((one) => $(".fill", one)?.getAttribute("width"));
    if (!was || !now || was === now) return;
    $(".fill", points).animate([{ width: was }, { width: now }], { duration: FILL, easing: "ease-out" });
    count($("h4 b", points), Number($("h4 b", before[n]).textContent));
  });
}

function count(number, from) {
  const to = Number(number.textContent);
  const start = performance.now();
  requestAnimationFrame(function step(now) {
    const part = Math.min(1, (now - start) / FILL);
    number.textContent = Math.round(from + (to - from) * Math.max(0, part));
    if (part < 1) requestAnimationFrame(step);
  });
}
