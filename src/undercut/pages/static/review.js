// The review of a finished game: steps without loading the page, arrow keys, autoplay, and the progress of the analysis.
//
// Attributes, set by the template and read here:
//   data-active   on #review: the game is being analysed
//   data-walk     a link to another moment of the same review
//   rel           "prev" and "next": the links that the arrow keys and autoplay follow

import { $ } from "./dom.js";

const review = () => $("#review");
const PROGRESS_EVERY = 1500;
const AUTOPLAY_EVERY = 1800;

let asked = 0;
let playing = null;
let polling = null;

/** Fetch another moment of the review and show it; only the latest of several requests counts. */
async function walk(address, { focus = true } = {}) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(String(answer.status));
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("review");
  if (mine !== asked || !fresh) return;
  const old = review();
  const opened = $("details.moves", old)?.open;
  const scrolled = $(".all", old)?.scrollTop;
  const focused = old.contains(document.activeElement) && document.activeElement;
  const name = focused && (focused.id || focused.getAttribute("aria-label") || focused.textContent);
  old.replaceWith(document.adoptNode(fresh));
  history.replaceState(null, "", address);
  const list = $("details.moves", fresh);
  if (list && opened) {
    list.open = true;
    $(".all", list).scrollTop = scrolled;
  }
  enhance();
  if (!focused || !focus) return;
  const same = [...fresh.querySelectorAll("a, button, select, summary")].find(
    (one) => (one.id || one.getAttribute("aria-label") || one.textContent) === name,
  );
  (same ?? $("#at-title", fresh)).focus({ preventScroll: true });
}

const go = (address, options) => walk(address, options).catch(() => location.assign(address));

function enhance() {
  const button = $("#autoplay");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(playing !== null));
    button.textContent = playing === null ? "▶" : "❚❚";
  }
  clearTimeout(polling);
  if ("active" in review().dataset) polling = setTimeout(() => go(location.href, { focus: true }), PROGRESS_EVERY);
}

/** Follow the link to the next or the previous move; return whether there is one. */
function step(rel) {
  const link = $(`.walk a[rel=${rel}]`);
  if (link) go(link.href);
  return link !== null;
}

function stop() {
  clearInterval(playing);
  playing = null;
}

function toggle() {
  if (playing === null) playing = setInterval(() => step("next") || (stop(), enhance()), AUTOPLAY_EVERY);
  else stop();
  enhance();
}

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
  if (event.target.closest("#autoplay")) return toggle();
  const link = event.target.closest("a[data-walk], .chart a");
  if (!link) return;
  event.preventDefault();
  stop();
  go(link.getAttribute("href"));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, textarea, select")) return;
  const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
  if (!rel) return;
  stop();
  if (step(rel)) event.preventDefault();
});

if (review()) enhance();
