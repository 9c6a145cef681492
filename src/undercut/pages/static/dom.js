// What every module of the script uses to look at the page.

export const root = document.documentElement;
export const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
export const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

/** The part of a table's page that changes; null on other pages. */
export const board = () => $("#board");

/** Whether the reader wants nothing to move. */
export const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Mark a button as busy, with words in place of its own if there are any; return what undoes it. */
export function busy(button, words) {
  const own = [...(button?.childNodes ?? [])];
  button?.setAttribute("aria-busy", "true");
  if (words) button?.replaceChildren(words);
  return () => {
    button?.removeAttribute("aria-busy");
    if (words) button?.replaceChildren(...own);
  };
}
