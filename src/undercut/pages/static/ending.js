// The end of a game as it happens: it is shown large over the table until the reader goes on, or looks at the table.

import { $, board, still } from "./dom.js";

const PIECES = 28; // suits that fall at the edges

/** Show the end of a game large. */
export function celebrate() {
  const end = $(".end", board());
  if (!end || "step" in board().dataset) return;
  document.body.classList.add("grand");
  $(":popover-open")?.hidePopover();
  if (end.matches(".won")) letFall();
}

/** Let suits fall at the edges, once. */
export function letFall() {
  if (still()) return;
  const burst = document.createElement("div");
  burst.className = "burst";
  burst.setAttribute("aria-hidden", "true");
  burst.append(...Array.from({ length: PIECES }, () => document.createElement("i")));
  document.body.append(burst);
  Promise.allSettled(burst.getAnimations({ subtree: true }).map((one) => one.finished)).then(() => burst.remove());
}

function leave() {
  document.body.classList.remove("grand");
  $(".burst")?.remove();
}

document.addEventListener("click", ({ target }) => {
  if (target.closest(".to-table") || (target.closest(".grand .end") && !target.closest("button, a"))) leave();
});

document.addEventListener("keydown", ({ key }) => key === "Escape" && leave());
