// What every module of the script uses to look at the page.
//
//   data-looking             on the root: a hint is being looked for
//   data-words               on #message: what the script says, by name, with its values in braces

export const root = document.documentElement;
export const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
export const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

/** The part of a table's page that changes; null on other pages. */
export const board = () => $("#board");

const sentences = JSON.parse($("#message")?.dataset.words ?? "{}");

/** What the script says, in the page's words. */
export const words = (name, values = {}) => (sentences[name] ?? "").replace(/\{(\w+)\}/g, (_, value) => values[value]);

/** Whether the reader wants nothing to move. */
export const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Say that a hint is being looked for, on this board and the next; return what ends it. */
export function looking() {
  root.dataset.looking = "";
  return () => delete root.dataset.looking;
}

const PATIENCE = 150; // milliseconds, so that a quick answer need not draw the page twice

/** Mark a button as busy, unless that is undone at once; return what undoes it. */
export function busy(button) {
  const marking = setTimeout(() => button?.setAttribute("aria-busy", "true"), PATIENCE);
  return () => {
    clearTimeout(marking);
    button?.removeAttribute("aria-busy");
  };
}

let pressed = false;

/** Whether the reader's last press was on the keyboard. */
export const byKey = () => pressed;

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (pressed = kind === "keydown"), true);
