// The position editor: cards to drag from pile to pile, and faults as they arise. The text fields remain the truth;
// the server checks them. The stock is shown as a tray: sorted, equal cards once with their number.
//
// Attributes, set by the template and read here:
//   data-sprite   on #editor: the address of the pictures of the cards
//   data-put      on #editor: the name of the button that puts the chosen card into a pile
//   data-order    on #editor: all cards in the order of the pack
//   data-place    a pile with its text field: "stock", "top" (cards are put on its first), "stacked" (cards lie on cards)
//   data-wrong    on the faults of a pile: its cards that have them
//   data-cards    the cards that are in no pile, equal ones with their number, such as 7×14
//   data-part     replaced by its fresh version after each check

import { $$ } from "./dom.js";

const form = document.getElementById("editor");
const CHECK_AFTER = 350;
const DRAG_AFTER = 6;
const HOLD = 250;
const EDGE = 60; // pixels from the upper and lower edge of the window, in which dragging scrolls
const CARD = /([^\s,|+>×]+)(?:×(\d+))?/g;

const origin = new WeakMap(); // the card of each chip, and where it stands in the text of its pile

let chosen = null; // the chip to put somewhere
let drag = null;
let due = null;
let asked = 0;

const fieldOf = (place) => place.querySelector("input");

// --- Cards --------------------------------------------------------------------------------------------------------------

/** Show the cards of a place as buttons. */
function draw(place) {
  const field = fieldOf(place);
  const text = field ? field.value : (place.querySelector("[data-cards]")?.textContent ?? "");
  place.querySelector(".chips")?.remove();
  if (field && /^[[{]/.test(text.trim())) return; // JSON is edited as text
  const chips = document.createElement("div");
  chips.className = "chips";
  const cards = [...text.matchAll(CARD)].map(({ 1: card, 2: count, index }) => [card, index, count]);
  chips.append(...(place.dataset.place === "stock" ? sorted(cards) : cards).map((card) => chipOf(...card)));
  (field ?? place.firstElementChild).after(chips);
  for (const chip of $$(".chip", chips)) chip.classList.toggle("on-card", text[origin.get(chip).index - 1] === "+");
  mark(place);
}

/** List equal cards once, where the first of them stands, in the order of the pack. */
function sorted(cards) {
  const found = new Map();
  for (const [card, index] of cards) found.set(card, [card, found.get(card)?.[1] ?? index, (found.get(card)?.[2] ?? 0) + 1]);
  const order = form.dataset.order.split(" ");
  const listed = [...found.values()].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return listed.map(([card, index, count]) => [card, index, count > 1 ? count : 0]);
}

/** Mark the cards that have faults. */
function mark(place) {
  const wrong = place.querySelector(".fault")?.dataset.wrong.split(" ") ?? [];
  for (const chip of $$(".chip", place)) chip.classList.toggle("wrong", wrong.includes(origin.get(chip).card));
}

function chipOf(card, index, count) {
  const chip = document.createElement("button");
  chip.type = "button";
  chip.className = "chip";
  origin.set(chip, { card, index });
  chip.setAttribute("aria-label", count ? `${card} ×${count}` : card);
  chip.setAttribute("aria-pressed", "false");
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  picture.setAttribute("viewBox", "0 0 100 140");
  picture.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${form.dataset.sprite}#${card}`);
  picture.append(use);
  chip.append(picture);
  if (!count) return chip;
  const number = document.createElement("b");
  number.textContent = `×${count}`;
  chip.append(number);
  return chip;
}

function drawAll() {
  for (const place of $$("[data-place], #missing")) draw(place);
}

/** Move a chip's card to another pile, there onto the chip of a card that cards lie on. */
function move(chip, target, onto) {
  const source = chip.closest(".place");
  const from = fieldOf(source);
  const to = fieldOf(target);
  const { card, index } = origin.get(chip);
  choose(null);
  if (source === target || !to) return;
  if (from) from.value = tidy(from.value.slice(0, index) + from.value.slice(index + card.length));
  else chip.remove();
  const kind = target.dataset.place;
  if (kind === "stacked" && onto) {
    const end = origin.get(onto).index + origin.get(onto).card.length;
    to.value = `${to.value.slice(0, end)}+${card}${to.value.slice(end)}`;
  } else {
    to.value = (kind === "top" || kind === "stock" ? `${card} ${to.value}` : `${to.value} ${card}`).trim();
  }
  if (from) draw(source);
  draw(target);
  check();
}

/** Remove the signs that a removed card has left alone. */
const tidy = (text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(^|\s)[+>]+/g, "$1")
    .replace(/[+>]+(?=\s|$)/g, "")
    .replace(/\|\s*(?=\||$)/g, "")
    .replace(/^\s*\|/, "")
    .trim();

// --- Choosing, then "Put here": for keys and taps ---------------------------------------------------------------------

function choose(chip) {
  chosen?.setAttribute("aria-pressed", "false");
  for (const button of $$(".put")) button.remove();
  chosen = chip === chosen ? null : chip;
  if (!chosen) return;
  chosen.setAttribute("aria-pressed", "true");
  for (const place of $$("[data-place]")) {
    if (place === chosen.closest(".place")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "put quiet";
    button.textContent = "+";
    button.setAttribute("aria-label", `${form.dataset.put}: ${place.querySelector("label, b").textContent}`);
    place.prepend(button);
  }
}

form.addEventListener("click", (event) => {
  const chip = event.target.closest(".chip");
  const put = event.target.closest(".put");
  const place = event.target.closest(".place");
  const other = chosen && place && place !== chosen.closest(".place");
  if (put && chosen) move(chosen, place);
  else if (other && chip && place.dataset.place === "stacked") move(chosen, place, chip);
  else if (chip && !drag) choose(chip);
  else if (other && !event.target.closest("input, label")) move(chosen, place);
});

// --- Dragging: at once by mouse; by finger after a short hold, since a finger that moves at once scrolls ----------------

form.addEventListener("pointerdown", (event) => {
  const chip = event.target.closest(".chip");
  if (!chip || event.button || drag) return;
  drag = { chip, pointer: event.pointerId, start: event, at: event, on: null, picture: null, held: null };
  if (event.pointerType === "touch") drag.held = setTimeout(lift, HOLD);
});

addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  drag.at = event;
  const far = Math.hypot(event.clientX - drag.start.clientX, event.clientY - drag.start.clientY) >= DRAG_AFTER;
  if (!drag.picture && far && drag.held === null) lift();
  else if (!drag.picture && far) drop(false); // the finger scrolls
  if (drag?.picture) follow();
});

/** Take up a picture of the card. */
function lift() {
  drag.picture = drag.chip.querySelector("svg")?.cloneNode(true);
  drag.picture.classList.add("lifted");
  drag.chip.classList.add("dragged");
  document.body.append(drag.picture);
  drag.scrolls = setInterval(follow, 16);
  follow();
}

/** Show the card at the pointer and mark the pile there; at the edges of the window, scroll. */
function follow() {
  const { clientX, clientY } = drag.at;
  drag.picture.style.translate = `${clientX}px ${clientY}px`;
  if (clientY < EDGE) scrollBy(0, (clientY - EDGE) / 5);
  if (clientY > innerHeight - EDGE) scrollBy(0, (clientY - innerHeight + EDGE) / 5);
  const on = document.elementFromPoint(clientX, clientY)?.closest(".place") ?? null;
  if (on === drag.on) return;
  drag.on?.classList.remove("over");
  on?.classList.add("over");
  drag.on = on;
}

function drop(takes) {
  if (!drag) return;
  const { chip, on, at, picture, held, scrolls } = drag;
  clearTimeout(held);
  clearInterval(scrolls);
  picture?.remove();
  chip.classList.remove("dragged");
  on?.classList.remove("over");
  if (picture && on && takes) move(chip, on, document.elementFromPoint(at.clientX, at.clientY)?.closest(".chip"));
  // The click that follows a drag must not choose the card.
  if (picture && takes) setTimeout(() => (drag = null));
  else drag = null;
}

addEventListener("pointerup", ({ pointerId }) => pointerId === drag?.pointer && drop(true));
addEventListener("pointercancel", ({ pointerId }) => pointerId === drag?.pointer && drop(false));

// A finger that holds a card neither scrolls the page nor opens a menu.
for (const kind of ["touchmove", "contextmenu"]) {
  addEventListener(kind, (event) => drag?.picture && event.preventDefault(), { passive: false });
}

// --- Checking -----------------------------------------------------------------------------------------------------------

function check() {
  clearTimeout(due);
  due = setTimeout(ask, CHECK_AFTER);
}

async function ask() {
  const mine = ++asked;
  const body = new URLSearchParams(new FormData(form));
  const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } }).catch(() => null);
  if (!answer?.ok || mine !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (mine !== asked) return;
  history.replaceState(null, "", answer.url);
  for (const part of $$("[data-part]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh) continue;
    for (const fold of $$("details[id][open]", part)) $$(`#${fold.id}`, fresh).forEach((same) => (same.open = true));
    part.replaceWith(document.adoptNode(fresh));
  }
  for (const field of $$("input[name], select[name]", form)) {
    const fresh = page.getElementById(field.id);
    const [fault, now] = [form, page].map((one) => one.querySelector(`#${CSS.escape(`${field.id}-faults`)}`));
    if (!fresh || !fault || !now) continue;
    fault.replaceChildren(...now.childNodes);
    fault.dataset.wrong = now.dataset.wrong;
    mark(fault.parentElement);
    if (fresh.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
    else field.removeAttribute("aria-invalid");
  }
  draw(document.getElementById("missing"));
  document.getElementById("said").textContent = document.querySelector("#checked .done, #checked h2").textContent;
}

form.addEventListener("input", ({ target }) => {
  const place = target.closest("[data-place]");
  if (place) draw(place);
  if (target.matches("input[type=text]")) check();
});

// Other rules or numbers of players change the fields themselves, and the pack: what is missing goes into the stock.
form.addEventListener("change", ({ target }) => {
  if (target.matches("[name=rules], [name=seats]")) form.requestSubmit(form.querySelector("[value=fill]"));
  else if (target.matches("select")) check();
});

drawAll();
