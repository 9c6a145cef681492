// Choosing a card and where it goes: by tapping the card and then a highlighted place, by tapping it twice, by dragging.
//
//   data-spot                a place that can be a target, by the name used in data-target
//   data-accepts             on a place: the kinds of moves whose card goes there
//   data-target              on a move's button: the card or place that the move targets
//   data-kind                on a move's button: the kind of move
//   data-places              on the uses of a card, set here: each has a place of its own; for the style sheets

import { $, $$, board } from "./dom.js";

const NEAR = 8; // pixels: a press that moves less is a tap

export const chosenUses = () => $(".pick > input:checked ~ .uses");

const moves = () => $$(".move", chosenUses());

/** The place where a move puts its card; null if no place is known. */
function spotOf(move) {
  const target = move.dataset.target;
  const kind = move.dataset.kind;
  if (target) {
    const card = CSS.escape(target);
    return $(`[data-spot="${card}"]`, board()) ?? $(`.places [data-card="${card}"]`, board());
  }
  return kind ? $(`:is(.own, .middle) [data-accepts~="${CSS.escape(kind)}"]`, board()) : null;
}

/** Highlight the places where the chosen card may go. */
export function aim() {
  for (const spot of $$(".aim")) spot.classList.remove("aim");
  const spots = moves().map(spotOf);
  for (const spot of spots) spot?.classList.add("aim");
  const places = spots.length > 0 && !spots.includes(null) && new Set(spots).size === spots.length;
  if (places) chosenUses().setAttribute("data-places", "");
}

/** Put the chosen card back; return whether there was one. */
export function putBack() {
  const chosen = $(".pick > input:checked");
  if (chosen) chosen.checked = false;
  aim();
  return chosen !== null;
}

/** Play the chosen card on a place, or focus the first of several such moves. */
function playOn(spot) {
  const fit = moves().filter((move) => spotOf(move) === spot);
  if (fit.length === 1) fit[0].click();
  else fit[0]?.focus();
}

// --- Tapping -------------------------------------------------------------------------------------------------------

let chosenBefore = false;
let drag = null;
let dragged = false;

document.addEventListener("click", (event) => {
  const label = event.target.closest(".pick > label");
  const spot = !event.target.closest("button, a, summary") && event.target.closest(".aim");
  if (spot && !dragged) playOn(spot);
  else if (label && chosenBefore && !dragged && moves().length === 1) moves()[0].click();
  else if (!event.target.closest(".pick, button, a, summary, input, select, dialog, .side")) putBack();
  if (spot || (label && dragged)) event.preventDefault();
});

// --- Dragging ------------------------------------------------------------------------------------------------------

document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest(".pick > label");
  dragged = false;
  drag = null;
  if (!label || event.button) return;
  chosenBefore = label.control.checked && !event.target.closest(".aim");
  drag = { label, pointer: event.pointerId, x: event.clientX, y: event.clientY, picture: null };
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.picture && Math.hypot(x, y) < NEAR) return;
  drag.picture ??= lift(drag.label);
  drag.picture.style.transform = `translate(${x}px, ${y}px)`;
  for (const spot of $$(".over-it")) spot.classList.remove("over-it");
  spotAt(event)?.classList.add("over-it");
});

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const spot = drag.picture && spotAt(event);
  drop();
  if (spot) playOn(spot);
});

document.addEventListener("pointercancel", drop);

/** Choose the card and take up a picture of it. */
function lift(label) {
  const { left, top, width, height } = $(".card:last-of-type .face", label).getBoundingClientRect();
  if (!label.control.checked) label.control.click();
  dragged = true;
  const picture = $(".card:last-of-type .face", label).cloneNode(true);
  Object.assign(picture.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
  const layer = document.createElement("div");
  layer.className = "flights";
  layer.append(picture);
  document.body.append(layer);
  return picture;
}

function drop() {
  drag?.picture?.parentNode.remove();
  for (const spot of $$(".over-it")) spot.classList.remove("over-it");
  drag = null;
}

const spotAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".aim") ?? null;
