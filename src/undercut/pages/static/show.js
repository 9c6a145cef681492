// The bots' game, on the front page and as a table of its own: its next move, at the time that the server has named.
//
// Attributes of what is replaced; a template sets them and the script reads them:
//   data-wait                seconds until the next move
//   data-game                the class of the game, for the colours around it
//   data-next                of the table: the address of what follows; the small game always shows what is on now
//   data-go                  a link to another step or game, which holds the game; with rel="last" to the move that all see now
//   data-pause               on a button that holds the game: its words while it does; made visible by the script
//   data-held                on the same, set here: "yes" while the game is held
//   data-guessed             at the end, on what is said of the guesses: how many were right
//   data-kept                on the same: the name under which this browser keeps the best number so far
//   data-pace                on the choice of the speed: its values are factors of the waiting time

import { announce, spoken } from "./announcing.js";
import { $, $$, fetchPage, fieldsOf, isPlain, sameIn } from "./dom.js";
import { celebrate, leave } from "./ending.js";
import { replaceBoard } from "./flights.js";

/** How the game is shown: what brings the next move, the factor of the waiting time, and the last request. */
const showing = { timer: 0, speed: 1, isHeld: false, request: 0 };

function next(seconds) {
  clearTimeout(showing.timer);
  showing.timer = setTimeout(update, 1000 * Math.max(seconds * showing.speed, 1) + 100);
}

function update() {
  if (document.hidden || showing.isHeld || $(":popover-open, form.guess")) return next(1);
  return show($("[data-wait]").dataset.next ?? "/watch/now");
}

/** Fetch another step and show it, at once if it jumps there; only the latest of several requests counts. */
async function show(address, jumps = false) {
  const mine = ++showing.request;
  const { page } = await fetchPage(address);
  const fresh = $("[data-wait]", page);
  if (mine !== showing.request) return;
  if (!fresh) return next(30);
  const old = $("[data-wait]");
  if (fresh.dataset.next && fresh.dataset.game !== old.dataset.game) return location.assign(address); // another game
  leave();
  const same = sameIn(old, fresh);
  document.adoptNode(fresh);
  const put = () => {
    old.parentNode.classList.replace(old.dataset.game, fresh.dataset.game);
    old.replaceWith(fresh);
  };
  if (jumps) put();
  else replaceBoard(old, fresh, put);
  if (fresh.dataset.next) history.replaceState(null, "", address);
  control();
  (finish() ? $("#status") : same)?.focus({ preventScroll: true });
  if (!$(".end")) announce($$(".status, .latest", fresh).map((one) => spoken(one).replace(/[^.?!]$/, "$&.")).join(" "));
  next(fresh.dataset.wait);
}

/** Keep what `changed` makes of a kept number, if the browser lets a page keep anything, and return it. */
function keep(name, changed) {
  try {
    return (localStorage[name] = changed(Number(localStorage[name] ?? 0)));
  } catch {
    return changed(0);
  }
}

/** Show the result large, and how many guesses were right; false while the game goes on. */
function finish() {
  if ($(".end")) celebrate();
  const right = $("[data-guessed]");
  if (right) {
    const told = $("span", right);
    const best = keep(right.dataset.kept, (before) => Math.max(right.dataset.guessed, before));
    told.hidden = false;
    told.textContent = told.textContent.replace("{}", best);
  }
  return Boolean($(".end"));
}

/** Hold the game, or let it go on. */
function hold(isHeld) {
  showing.isHeld = isHeld;
  control();
}

/** Show the controls, as they were before the board was replaced. */
function control() {
  const [pause, choice] = [$("[data-pause]"), $("[data-pace]")];
  if (!pause) return;
  [pause.hidden, choice.hidden, choice.value] = [false, false, String(showing.speed)];
  if ((pause.dataset.held === "yes") === showing.isHeld) return;
  pause.dataset.held = showing.isHeld ? "yes" : "no";
  [pause.textContent, pause.dataset.pause] = [pause.dataset.pause, pause.textContent];
}

addEventListener("click", (event) => {
  const step = event.target.closest?.("a[data-go]");
  if (event.target.closest?.("[data-pause]")) hold(!showing.isHeld);
  if (!step || !isPlain(event)) return;
  event.preventDefault();
  hold(step.rel !== "last");
  show(step.href, step.rel === "last");
});

addEventListener("submit", (event) => {
  if (!event.target.matches(".guess")) return;
  event.preventDefault();
  hold(false);
  show(`${event.target.action}?${fieldsOf(event.target, event.submitter)}`);
});

addEventListener("change", (event) => {
  if (!event.target.matches("[data-pace]")) return;
  showing.speed = keep("pace", () => Number(event.target.value));
  next(1);
});

if ($("[data-wait]")) {
  if ($("[data-pace]")) showing.speed = keep("pace", (before) => before || 1);
  control();
  finish();
  next($("[data-wait]").dataset.wait);
}
