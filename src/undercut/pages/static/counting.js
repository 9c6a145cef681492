// Numbers that change: a bar of points fills or empties, and its number counts with it; a hand says by how much it grew.

import { $, $$, still } from "./dom.js";

const LENGTH = 500; // milliseconds
const RISE = 1600;
const HANDS = ".other :is(.chip-count > b, .hand-of > .count)";

/** Show what differs on a fresh board from the old one. */
export function countChanges(old, fresh) {
  if (still() || document.hidden) return;
  fillBars(old, fresh);
  const before = $$(HANDS, old);
  $$(HANDS, fresh).forEach((hand, n) => {
    const more = Number(hand.textContent) - Number(before[n]?.textContent);
    if (more > 0) rise(hand, `+${more}`);
  });
}

function rise(number, text) {
  const sign = document.createElement("b");
  sign.className = "grown";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = text;
  number.after(sign);
  const steps = [{ opacity: 0, translate: "0 50%" }, { opacity: 1, offset: 0.2 }, { opacity: 1, offset: 0.7 }, { opacity: 0, translate: "0 -60%" }];
  sign.animate(steps, RISE).finished.then(() => sign.remove(), () => {}); // a later board may have taken its place
}

/** Let the bars of points start where those of the old board ended. */
function fillBars(old, fresh) {
  const before = $$(".points", old);
  $$(".points", fresh).forEach((points, n) => {
    const [was, now] = [before[n], points].map((one) => $(".fill", one)?.getAttribute("width"));
    if (!was || !now || was === now) return;
    $(".fill", points).animate([{ width: was }, { width: now }], { duration: LENGTH, easing: "ease-out" });
    count($("h4 b", points), Number($("h4 b", before[n]).textContent));
  });
}

function count(number, from) {
  const to = Number(number.textContent);
  const start = performance.now();
  requestAnimationFrame(function step(now) {
    const part = Math.min(1, (now - start) / LENGTH);
    number.textContent = Math.round(from + (to - from) * Math.max(0, part));
    if (part < 1) requestAnimationFrame(step);
  });
}
