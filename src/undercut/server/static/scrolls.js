// Places that scroll sideways: they stay where they were when the board is replaced, and say how many cards are hidden.
//
//   data-scroll              the name of a place that scrolls sideways
//   data-more                on such a place, set by the script: the number of cards out of sight; for the style sheets

import { $$, board } from "./dom.js";

const places = (within) => $$("[data-scroll]", within);

/** Scroll the places of a new board to where they were on the old one. */
export function keepScrolls(old, fresh) {
  const were = new Map(places(old).map((place) => [place.dataset.scroll, place.scrollLeft]));
  return () => {
    for (const place of places(fresh)) place.scrollLeft = were.get(place.dataset.scroll) ?? 0;
    countHidden();
  };
}

/** Count the cards of each place that are out of sight. */
export function countHidden() {
  for (const place of places(board())) {
    const { left, right } = place.getBoundingClientRect();
    const hidden = $$(".slot", place).filter((slot) => {
      const box = slot.getBoundingClientRect();
      return box.left > right - 14 || box.right < left + 14;
    });
    if (hidden.length) place.setAttribute("data-more", hidden.length);
    else place.removeAttribute("data-more");
  }
}

if (board()) {
  addEventListener("resize", countHidden);
  document.addEventListener("scroll", ({ target }) => target.dataset?.scroll && countHidden(), { capture: true, passive: true });
}
