// Moves to choose from: where the places of all of them can be seen, a button over each place; otherwise a small window,
// at a target that means several things or in the middle. There each move is a button with its card and short words.

import { $, $$, board, layAt, make, words } from "./dom.js";
import { chosenUses } from "./spots.js";

const MARGIN = 8; // pixels to the edges of the window and to the target

/** The window of moves that is open; null if none is. */
export const openMoves = () => $(":is(.ways, .all):popover-open", board());

/** Offer some moves.
 *
 * @param at The place on the table that means all of them; without one, each has a place of its own.
 * @param places The place of each, if a button can lie over it.
 * @param done Called when the window closes.
 */
export function offer(moves, { at = null, places = null, done = () => {} } = {}) {
  $(".ways", board())?.remove();
  const kind = places ? "over" : at ? "at" : "picker";
  const box = make("div", { className: `ways ${kind}`, role: "group", ariaLabel: words("choose"), popover: "auto" });
  const alike = Boolean(places) || (!at && moves.every((move) => $(".card", move) && move.dataset.verb === moves[0].dataset.verb));
  if (alike && !places) box.append(make("p", {}, moves[0].dataset.verb));
  box.append(...moves.map((move) => way(move, at ?? places, alike)));
  if (moves.length <= 9) $$("button", box).forEach((button, n) => button.setAttribute("data-number", n + 1));
  if (!at) box.append(make("button", { type: "button", className: "cancel" }, words("cancel")));
  $(".felt", board()).append(box);
  box.addEventListener("click", (event) => event.target.closest("button") && box.hidePopover());
  box.addEventListener("toggle", ({ newState }) => {
    if (newState !== "closed") return;
    box.remove();
    done();
  });
  box.showPopover();
  if (at) placeAt(box, at.getBoundingClientRect());
  if (places) layAll($$("button", box), moves, places);
  $("button", box).focus();
}

/** Lay the buttons over their places, each with the score after it if they differ, and the one that cancels at the chips. */
function layAll(buttons, moves, places) {
  const scores = moves.map(({ dataset }) => (dataset.goal ? words("score", dataset) : dataset.score));
  const differ = new Set(scores).size > 1;
  places.forEach((place, n) => {
    layOver(buttons[n], $(".due", place) ?? place);
    if (differ) buttons[n].append(make("b", {}, scores[n] ?? ""));
  });
  const lane = ($(".ask", chosenUses()) ?? $(".choices", board())).getBoundingClientRect();
  const { style, offsetWidth } = buttons.at(-1);
  style.left = `${Math.min(lane.left, innerWidth - offsetWidth - MARGIN)}px`;
  style.top = `${lane.top}px`;
}

/** Lay a button over what the next card leaves of a place; a move of the page or of its size ends the choice. */
function layOver(button, place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  const cell = place.closest(".over, .slot");
  const over = [place.nextElementSibling, cell?.nextElementSibling, cell?.closest(".slot").nextElementSibling];
  const next = over.find((one) => one?.matches(".over, .slot"))?.getBoundingClientRect().left ?? Infinity;
  const seen = next > left ? Math.min(width, next - left) : width;
  layAt(button, { left, top, width: seen, height });
}

for (const kind of ["resize", "scroll"]) addEventListener(kind, () => $(".ways.over", board())?.hidePopover());

/** A button for a move, with its card if that is not seen; where all do the same to different cards, it says enough. */
function way(move, at, alike) {
  const { verb, rest, meaning, where } = move.dataset;
  const means = at ? [meaning || rest] : [where || rest, meaning];
  const button = make("button", { className: move.className, ariaLabel: move.textContent.trim() });
  for (const name of ["form", "name", "value"]) button.setAttribute(name, move.getAttribute(name));
  const card = at ? null : $(".card", move)?.cloneNode(true);
  const more = means.filter(Boolean).join(" ");
  if (card) button.append(card);
  if (!alike && !more.startsWith(verb)) button.append(make("b", {}, verb));
  if (!alike && more) button.append(make("small", {}, more));
  return button;
}

/** Put the window above a place, or below it, wholly inside the browser's window. */
function placeAt(box, place) {
  const { width, height } = box.getBoundingClientRect();
  const above = place.top - height - MARGIN;
  const inside = (at, length, room) => Math.max(MARGIN, Math.min(at, room - length - MARGIN));
  box.style.left = `${inside(place.left + (place.width - width) / 2, width, innerWidth)}px`;
  box.style.top = `${inside(above >= MARGIN ? above : place.bottom + MARGIN, height, innerHeight)}px`;
}
