// Dragging a card to a lit place. A press that hardly moves is a click.

import { $, $$ } from "./dom.js";
import { lightOnly, playOn } from "./choosing.js";

const NEAR = 8; // pixels

let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest(".pick > label");
  dragged = false;
  drop();
  if (!label || event.button) return;
  drag = { label, pointer: event.pointerId, x: event.clientX, y: event.clientY, card: null };
});

document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.card && Math.hypot(x, y) < NEAR) return;
  drag.card ??= lift(drag.label);
  drag.card.style.transform = `translate(${x}px, ${y}px)`;
  for (const spot of $$(".over-it")) spot.classList.remove("over-it");
  spotAt(event)?.classList.add("over-it");
});

document.addEventListener("pointerup", (event) => {
  if (event.pointerId !== drag?.pointer) return;
  const spot = drag.card && spotAt(event);
  if (spot) setTimeout(dropOn, 0, spot); // after the click, which would close what is offered there
  else drop();
  drag = null;
});

document.addEventListener("pointercancel", drop);

/** The click that ends a drag is none. */
document.addEventListener(
  "click",
  (event) => {
    if (!dragged || event.detail === 0) return;
    dragged = false;
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);

/** Choose the card and take it up. */
function lift(label) {
  const card = $(".card:last-of-type", label);
  if (!label.control.checked) label.control.click();
  lightOnly("");
  dragged = true;
  card.classList.add("dragged");
  return card;
}

/** Play the card where it was dropped; it stays there until the board is replaced, unless the place offers a choice. */
function dropOn(spot) {
  playOn(spot);
  if ($(".ways")) drop();
}

/** Let all cards go back to the hand. */
function drop() {
  for (const card of $$(".dragged")) {
    card.classList.remove("dragged");
    card.style.transform = "";
  }
  for (const spot of $$(".over-it")) spot.classList.remove("over-it");
  drag = null;
}

const spotAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".aim") ?? null;
