// The end of a game as it happens: it is shown large over the table until the reader goes on, or looks at the table.

// Attribute that a template sets:
//   data-gains               the address of what the game brought its player

import { $, board, fetchPage, make, still } from "./dom.js";

const PIECES = 28; // suits that fall at the edges
const WAITS = 500; // milliseconds, so that no button moves under a finger

/** Show the end of a game large, once it is known what it brought, or a little later. */
export async function celebrate() {
  const end = $(".end", board());
  if (!end || "step" in board().dataset) return;
  await Promise.race([tellGains($("[data-gains]", end)), new Promise((later) => setTimeout(later, WAITS))]);
  document.body.classList.add("grand");
  $(":popover-open")?.hidePopover();
  if (end.matches(".won")) letFall();
}

/** Say what the game brought. */
async function tellGains(place) {
  const { page } = place ? await fetchPage(place.dataset.gains) : {};
  if (page) place.replaceChildren(...page.body.childNodes);
}

/** Let suits fall at the edges, once. */
export function letFall() {
  if (still()) return;
  const burst = make("div", { className: "burst", ariaHidden: "true" }, ...Array.from({ length: PIECES }, () => make("i")));
  document.body.append(burst);
  Promise.allSettled(burst.getAnimations({ subtree: true }).map((one) => one.finished)).then(() => burst.remove());
}

export function leave() {
  document.body.classList.remove("grand");
  $(".burst")?.remove();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".to-table") || (target.closest(".grand .end") && !target.closest("button, a"))) leave();
});

document.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
