// The review of a finished game: it begins by itself, steps are taken without loading the page, autoplay, and progress.
//
// Attributes, set by the template and read here:
//   data-active   on #review: the game is being analysed
//   data-begin    on the form that has a game analysed: the reader's own game, which is analysed as the page opens
//   data-walk     a link to another moment of the same review; the arrow keys follow those that say "prev" and "next"

import { announce, spoken } from "./announcing.js";
import { $, $$, board, fetchPage, fieldsOf, isPlain, keepFolds, patience, sameIn, words } from "./dom.js";
import { replaceBoard } from "./flights.js";
import { enhance as enhanceBoard } from "./board.js";

const review = () => $("#review");
const PROGRESS_EVERY = 1500;
const AUTOPLAY_EVERY = 1800;
const ABOVE = 40; // how much of the list of moves is seen above this one

let asked = 0;
let playing = null;
let polling = null;

/** Fetch another moment of the review and show it; only the latest of several requests counts. */
async function go(address, { polled = false } = {}) {
  clearTimeout(polling);
  const mine = ++asked;
  const { page } = await fetchPage(address);
  if (mine !== asked) return;
  const fresh = $("#review", page);
  if (!fresh && polled) return pollLater();
  if (!fresh) return location.assign(address);
  const old = review();
  const target = old.contains(document.activeElement) && (sameIn(old, fresh) ?? $("#at-title", fresh));
  document.adoptNode(fresh);
  keepFolds(old, fresh);
  replaceBoard(board(), $("#board", fresh), () => {
    old.replaceWith(fresh);
    enhanceBoard($("#board", fresh));
  });
  history.replaceState(null, "", address);
  enhance();
  tell(old, fresh, !polled && playing === null);
  if (target) target.focus({ preventScroll: true });
}

/** Say that the analysis has ended, and what a moment shows that the reader has gone to. */
function tell(old, fresh, isChosen) {
  const isDone = "active" in old.dataset && !("active" in fresh.dataset);
  if (isDone) announce(`${words("analysed")} ${spoken($(".coach-foot > span", fresh))}`);
  const shown = $$(":is(.coach-head > :is(h1, .verdict), .compared, .words):not(details:not([open]) > *)", fresh);
  if (isChosen) announce(shown.map(spoken).join(". "));
}

function enhance() {
  const button = $("#autoplay");
  if (button) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(playing !== null));
    button.textContent = playing === null ? "▶" : "❚❚";
  }
  const [list, here] = [$(".all-moves"), $(".all-moves [aria-current]")];
  list.scrollTop = here ? here.offsetTop - list.offsetTop - ABOVE : list.scrollHeight;
  pollLater();
}

/** Ask again soon while the game is being analysed. */
function pollLater() {
  clearTimeout(polling);
  if ("active" in review().dataset) polling = setTimeout(() => go(location.href, { polled: true }), PROGRESS_EVERY);
}

function stop() {
  clearTimeout(playing);
  playing = null;
}

function toggle() {
  if (playing === null) playing = setTimeout(advance, AUTOPLAY_EVERY);
  else stop();
  enhance();
}

/** Go to the next move, and on from there once it is shown. */
async function advance() {
  const [mine, link] = [playing, $("[data-walk][rel=next]")];
  if (link) await go(link.href);
  if (mine !== playing) return; // stopped meanwhile
  stop();
  link ? toggle() : enhance();
}

document.addEventListener("click", (event) => {
  if (!isPlain(event)) return;
  if (event.target.closest("#autoplay")) return toggle();
  const link = event.target.closest("a[data-walk], .chart a");
  if (!link) return;
  event.preventDefault();
  stop();
  go(link.getAttribute("href"));
});

/** Have the reader's own game analysed; if that is refused or does not arrive, the button stays. */
async function begin(form) {
  const answer = await fetch(form.action, { method: "POST", body: fieldsOf(form), signal: patience() }).catch(() => null);
  if (answer?.ok) go(location.href, { polled: true });
}

if (review()) enhance();
if ($("[data-begin]")) begin($("[data-begin]"));
