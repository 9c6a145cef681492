// What every module of the script uses to look at the page.

export const root = document.documentElement;
export const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
export const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

/** The part of a table's page that changes; null on other pages. */
export const board = () => $("#board");

/** Whether the reader wants nothing to move. */
export const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
