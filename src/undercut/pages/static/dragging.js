// Dragging, at a table and in the editor: a press that hardly moves is a click. Style sheets say where a finger scrolls.

const NEAR = 8; // pixels
const EDGE = 60; // pixels from the upper and lower edge of the window, in which dragging scrolls

let drag = null;
let dragged = false;

/** Let things be dragged to places.
 *
 * @param things What can be dragged, a selector, and `places`, another; the place under the pointer has the class `over`.
 * @param nearby Called with what is under the pointer where no place is; returns the place that is meant, or null.
 * @param lift Called with a thing and its press as it is taken up; returns the element that follows the pointer.
 * @param drop Called after that with the thing, its place or null, and what lies under the pointer.
 * @param scrolls Dragging to an edge of the window scrolls the page.
 */
export function allowDrags(kind) {
  document.addEventListener("pointerdown", (event) => {
    dragged = false;
    if (drag) end();
    const thing = event.target.closest(kind.things);
    if (thing && !event.button) drag = { kind, thing, start: event, at: event, lifted: null, on: null };
  });
}

// A finger that holds a thing opens no menu.
addEventListener("contextmenu", (event) => drag?.lifted && event.preventDefault());

function lift() {
  dragged = true;
  drag.lifted = drag.kind.lift(drag.thing, drag.start);
  if (drag.kind.scrolls) drag.scrolling = setInterval(follow, 16);
  follow();
}

/** Show the thing at the pointer and mark the place there; at the edges of the window, scroll. */
function follow() {
  const { kind, start, at, lifted, on } = drag;
  lifted.style.transform = `translate(${at.clientX - start.clientX}px, ${at.clientY - start.clientY}px)`;
  if (kind.scrolls && at.clientY < EDGE) scrollBy(0, (at.clientY - EDGE) / 5);
  if (kind.scrolls && at.clientY > innerHeight - EDGE) scrollBy(0, (at.clientY - innerHeight + EDGE) / 5);
  drag.on = under(at)?.closest(kind.places) ?? kind.nearby?.(under(at)) ?? null;
  if (on !== drag.on) on?.classList.remove(kind.over);
  drag.on?.classList.add(kind.over);
}

const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY);

/** End the drag, and drop what was lifted where an event is; without one, nowhere. */
function end(event = null) {
  const { kind, thing, lifted, on, scrolling } = drag;
  drag = null;
  clearInterval(scrolling);
  on?.classList.remove(kind.over);
  if (!lifted) return;
  // After the click, which would close what is offered there.
  if (event && on) setTimeout(kind.drop, 0, thing, on, under(event));
  else kind.drop(thing, null, null);
}

const isMine = ({ pointerId }) => pointerId === drag?.start.pointerId;

document.addEventListener("pointermove", (event) => {
  if (!isMine(event)) return;
  drag.at = event;
  const isNear = Math.hypot(event.clientX - drag.start.clientX, event.clientY - drag.start.clientY) < NEAR;
  if (drag.lifted) follow();
  else if (!isNear) lift();
});

document.addEventListener("pointerup", (event) => isMine(event) && end(event));
document.addEventListener("pointercancel", (event) => isMine(event) && end());

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
