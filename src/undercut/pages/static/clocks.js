// Lets the running clock of a table run between two messages of the server, which alone decides when the time is up.
//
// Attributes shared with the page:
//   data-left   on the running clock: the seconds left when the page was made
//   data-own    on the same: it is the reader's

import { announce } from "./announcing.js";
import { $$, words } from "./dom.js";
import { sound } from "./sounds.js";

const LOW = 20;
const TICKS = 10; // the last seconds of the reader that are heard
const SAID = [30, 10];
const since = new WeakMap(); // when each clock was first seen
let before = Infinity; // the seconds that the reader had left at the last look

/** Write a time in figures, as the server does. */
function figures(seconds) {
  const [days, hours] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24];
  const two = (number) => String(number).padStart(2, "0");
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, two(Math.floor(seconds) % 60)];
  if (days) return words("days", { days, hours });
  return hours ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}

/** Tell the reader by voice that little time is left, once for each mark. */
function warn(left) {
  const passed = SAID.find((mark) => before > mark && left <= mark && left > mark - 2);
  if (passed) announce(words("left", { count: passed }));
  if (left < TICKS && left > 0 && Math.ceil(left) < Math.ceil(before)) sound("tick");
  before = left;
}

function tick() {
  for (const clock of $$("[data-left]")) {
    if (!since.has(clock)) since.set(clock, performance.now());
    const left = Math.max(0, Number(clock.dataset.left) - (performance.now() - since.get(clock)) / 1000);
    const text = figures(left);
    if (clock.textContent !== text) clock.textContent = text;
    clock.closest(".clock, .chip-clock").classList.toggle("low", left <= LOW);
    if ("own" in clock.dataset) warn(left);
  }
}

setInterval(tick, 200);
