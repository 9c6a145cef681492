// What every module of the script uses to look at the page.
//
//   data-looking             on the root: a hint is being looked for

export const root = document.documentElement;
export const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
export const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

/** The part of a table's page that changes; null on other pages. */
export const board = () => $("#board");

/** Whether the reader wants nothing to move. */
export const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Say that a hint is being looked for, on this board and the next; return what ends it. */
export function looking() {
  root.dataset.looking = "";
  return () => delete root.dataset.looking;
}

/** Mark a button as busy; return what undoes it. */
export function busy(button) {
  button?.setAttribute("aria-busy", "true");
  return () => button?.removeAttribute("aria-busy");
}
