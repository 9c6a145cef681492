// The lessons that the reader has finished, kept in this browser.

// Attributes; a template sets them and the script reads them:
//   data-lesson              the lesson of a link that goes once the reader has finished it
//   data-tick                the lesson of a link that gets a tick then

import { $$ } from "./dom.js";

const KEY = "learned";

function learned() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Note that a lesson is finished, such as "cuttle/first". */
export function learn(lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...new Set([...learned(), lesson])].slice(-2000)));
  } catch {} // the browser stores nothing
}

const known = learned();
for (const link of $$("[data-lesson]")) link.hidden = known.includes(link.dataset.lesson);
for (const link of $$("[data-tick]")) link.classList.toggle("ticked", known.includes(link.dataset.tick));
