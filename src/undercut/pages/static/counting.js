// Points that change: the bar fills or empties, and the number counts with it.

import { $, $$, still } from "./dom.js";

const LENGTH = 500; // milliseconds

/** Let the bars of points of a fresh board start where those of the old one ended. */
export function countPoints(old, fresh) {
  if (still() || document.hidden) return;
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
