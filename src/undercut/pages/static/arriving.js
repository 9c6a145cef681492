// When a board that has arrived is shown: once the one before it can be seen, and not between a press and its release,
// which make a click. Of several that wait, only the latest is shown.

import { board } from "./dom.js";

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
