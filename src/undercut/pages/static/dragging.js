// Dragging a card to a lit place. A press that hardly moves is a click.

import { $, $$ } from "./dom.js";
import { lightOnly, playOn } from "./choosing.js";

const NEAR = 8; // pixels

let drag = null;
let dragged = false;

document.addEventListener("pointerdown", (event) => {
  const label = event.target.closest(".pick > label");
  dragged = false;
  drag = null;
  if (!label || event.button) return;
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
  if (spot) setTimeout(playOn, 0, spot); // after the click, which would close what is offered there
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

/** Choose the card and take up a picture of it. */
function lift(label) {
  const face = $(".card:last-of-type .face", label);
  const { left, top, width, height } = face.getBoundingClientRect();
  if (!label.control.checked) label.control.click();
  lightOnly("");
  dragged = true;
  const picture = face.cloneNode(true);
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
