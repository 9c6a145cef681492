// The board of a table: fetches it, and replaces it by a later one without losing what the reader has chosen or reads.
//
// On #board:
//   data-table               the table's id
//   data-version             the number of the last event; boards with the same number differ only in their parts
//   data-phase               "open", "playing" or "over"
//   data-yours               it is the reader's move
//   data-step                the number of moves before the position shown, if it is not the current one
// Within it:
//   data-part                can be replaced alone while the version stays the same
//   data-next                the link to the next game, followed when it appears while the reader looks
//   data-seq                 a line of the log, by the number of its event; new lines are announced
//   data-move                on a chip: the only move of its kind
//   data-once                what is said once: a name for it, under which the browser keeps on which board it was
//   data-number              on a chip, set here, and on the hint's buttons: the key that presses it
// After each change, the document gets the event "board" with the fresh board.

import { announce, endReason, showReason, spoken, tellHint, tellNews } from "./announcing.js";
import { $, $$, board, byKey, hasEnded, keepFolds, parse, patience, sameIn, words } from "./dom.js";
import { celebrate } from "./ending.js";
import { countChanges, keepFullRows, liftRow, replaceBoard } from "./flights.js";
import { notice } from "./notice.js";
import { cardsOf, findPlays, showPlays } from "./plays.js";
import { showSound } from "./settings.js";
import { aim, onlyAnswer } from "./spots.js";

const latest = { request: 0, text: "" }; // the last request that counts, and the fragment that is shown
let ownAfter = Infinity; // the version in which the reader has moved, until the next one comes

/** Fetch the fragment and show it if it has changed; only the latest of several requests counts. */
export async function refresh(address = `/t/${board().dataset.table}/board`) {
  const mine = ++latest.request;
  const answer = await fetch(address, { headers: { Accept: "text/html" }, signal: patience() });
  if (!answer.ok) throw new Error(words("unfetched", { status: answer.status }));
  const text = await answer.text();
  if (mine === latest.request) showText(text);
}

/** Show the fragment in a text, unless it is shown already; answers that are still on their way are older. */
export function showText(text) {
  latest.request += 1;
  if (text === latest.text) return;
  showSoon(() => {
    latest.text = text;
    const fresh = boardIn(text);
    if (fresh) show(document.adoptNode(fresh));
  });
}

/** The board in a page or a fragment; null if there is none. */
export const boardIn = (text) => parse(text).getElementById("board");

/** Whether the board has been shown as it is now: the browser's "back" may bring an old one, and leads nowhere else. */
let current = performance.getEntriesByType("navigation")[0]?.type !== "back_forward";

/** Whether the board on the page is an old one. */
export const isStale = () => !current;

/** Show the board as it is now, without what led to it. */
export async function refreshStale() {
  current = false;
  if (!("step" in board().dataset)) await refresh();
  current = true;
}

/** Expect the board that follows the reader's own move, made on the board of this version. */
export const expectOwn = (version) => (ownAfter = version);

function show(fresh) {
  const old = board();
  if (fresh.dataset.version !== old.dataset.version || !patch(old, fresh)) replace(old, fresh);
  document.dispatchEvent(new CustomEvent("board", { detail: fresh }));
}

/** Replace the board, and tell what has happened. */
function replace(old, fresh) {
  const next = $("[data-next]", fresh);
  if (current && next && !$("[data-next]", old)) location.assign(next.href); // the rematch has started
  endReason();
  const seen = lastLine(old);
  const ended = hasEnded(old, fresh);
  const plays = current ? findPlays(old, fresh, seen) : [];
  current = true;
  swap(old, fresh, plays);
  countChanges(old, fresh, $$("[data-shows]", fresh).filter((row) => Number(row.dataset.told) > seen));
  const full = keepFullRows(old, fresh);
  const played = showPlays(plays, ended ? 1 : undefined);
  played.finally(() => full.forEach(liftRow));
  if (ended) played.finally(celebrate);
  const news = $$(".log [data-seq]", fresh).filter((line) => Number(line.dataset.seq) > seen);
  notice(old, fresh, news.length > 0);
  const withdrawn = $(".offer", old) && !$(".offer", fresh);
  if (withdrawn && news[0]?.matches(".aside")) showReason(spoken(news[0]));
  // The result is read once: where the focus goes to it, or else here.
  tellNews(news.filter((line) => !ended || line.matches("[value]")).reverse(), ended ? fresh : old, fresh);
  const status = $("#status", fresh);
  const isAsked = "yours" in fresh.dataset && !("yours" in old.dataset && spoken($("#status", old)) === spoken(status));
  const once = spoken($("[data-once]", fresh));
  if (ended ? status !== document.activeElement : isAsked) announce(`${spoken(status)} ${once}`.trim());
}

const lastLine = (from) => Number($("[data-seq]", from)?.dataset.seq ?? 0);

/** Replace only the parts that change between events: presence, thinking, buttons. */
function patch(old, fresh) {
  const [before, after] = [old, fresh].map((one) => $$("[data-part]", one));
  if (before.length !== after.length || old.dataset.step !== fresh.dataset.step) return false;
  keepState(old, fresh);
  enhance(fresh);
  if (!$(".hint", old)) tellHint(fresh);
  before.forEach((part, n) => {
    if (!part.isEqualNode(after[n]) && !part.contains(document.activeElement)) part.replaceWith(after[n]);
  });
  aim();
  return true;
}

/** Replace the board, and let each card fly to its new place, but for those that others have played. */
function swap(old, fresh, plays) {
  const put = () => {
    const places = keepState(old, fresh);
    const ended = hasEnded(old, fresh);
    const opened = $(":popover-open", old)?.id;
    old.replaceWith(fresh);
    document.body.classList.toggle("at-cards", fresh.matches(".laid"));
    enhance(fresh);
    if (opened) $(`#${CSS.escape(opened)}[popover]`, fresh)?.showPopover();
    if (ended && document.activeElement === document.body) places.unshift($("#status", fresh));
    // What had the focus may be hidden now.
    places.find((one) => one && (one.focus({ preventScroll: !ended }), one === document.activeElement));
  };
  replaceBoard(old, fresh, put, cardsOf(plays));
}

/** Keep what the reader has chosen, opened and scrolled; return the elements that may get the focus, the best first. */
function keepState(old, fresh) {
  const chosen = $("input[name=card]:checked", old);
  const own = isDone(fresh);
  const again = chosen && (!own || "alone" in old.dataset) && $(`#${CSS.escape(chosen.id)}`, fresh);
  if (again && !$("input[name=card]:checked", fresh)) {
    again.checked = true;
    keepKind(chosen, again);
  }
  keepFolds(old, fresh);
  const focused = document.activeElement;
  const stays = byKey() && focused === document.body && (own || [old, fresh].some((one) => "step" in one.dataset));
  if (!old.contains(focused) && !stays) return [];
  return [onlyAnswer(old, fresh), sameIn(old, fresh), $("input[name=card]:checked", fresh) ?? $("input[name=card]", fresh), $("#status", fresh)];
}

/** Whether the reader's own move has led to a board. */
function isDone(fresh) {
  const found = Number(fresh.dataset.version) > ownAfter;
  if (found) ownAfter = Infinity;
  return found;
}

/** Keep the kind of move that alone is lit, if the card still has several such moves. */
function keepKind(chosen, again) {
  const kind = $(".uses", chosen.parentNode).dataset.only;
  const uses = $(".uses", again.parentNode);
  if (kind && $(`[aria-pressed][data-kind="${CSS.escape(kind)}"]`, uses)) uses.dataset.only = kind;
}

const boardOf = ({ dataset }) => `${dataset.table} ${dataset.version}`;

/** The board on which something was said first: this one, if the browser keeps no other. */
function kept(name, fresh) {
  try {
    return (localStorage[name] ??= boardOf(fresh));
  } catch {
    return boardOf(fresh);
  }
}

/** Keeps the focus from last moves for which their row has no room. */
const sight = new IntersectionObserver(
  (seen) => seen.forEach(({ target, intersectionRatio }) => (target.inert = intersectionRatio < 0.5)),
  { threshold: 0.5 },
);

/** Add the parts of the board that need a script. */
export function enhance(fresh) {
  showSound();
  for (const once of $$("[data-once]", fresh)) {
    if ($(".at-lesson") || kept(once.dataset.once, fresh) !== boardOf(fresh)) once.remove();
  }
  for (const all of $$(".uses > .all", fresh)) all.setAttribute("popover", "auto");
  for (const rule of $$(".rule a, .cite", fresh)) rule.target = "_blank"; // beside the table
  for (const move of $$(".ticker li", fresh)) sight.observe(move);
  for (const title of $$(".uses > .all > h4, .side > .hide", fresh)) title.autofocus = true; // as its window opens
  for (const chips of $$(".chips", fresh)) {
    $$("[data-kind]", chips).forEach((chip, n) => chip.setAttribute("data-number", n + 1));
    for (const chip of $$("[data-move]", chips)) chip.value = chip.dataset.move;
  }
  $(".hint [popovertarget]", fresh)?.addEventListener("click", () => {
    const why = $("#hint-why");
    if (!why.matches(":popover-open")) announce(spoken(why));
  });
  aim();
}

// --- A board that has arrived is shown once the one before it can be seen, and not between a press and its release,
// which make a click. Of several that wait, only the latest is shown.

const LONGEST = 200; // milliseconds for which a board that nobody sees, as in a hidden tab, holds up the next

/** Whether the board can be seen, the pointer that is down on it, and the function that puts the next one there. */
const screen = { isDrawn: true, pointer: null, put: null };

/** Put a board on the screen with a function, now or as soon as possible. */
function showSoon(put) {
  screen.put = put;
  showWaiting();
}

function showWaiting() {
  const { isDrawn, pointer, put } = screen;
  if (!put || !isDrawn || pointer !== null) return;
  screen.put = null;
  put();
  screen.isDrawn = false;
  const late = setTimeout(allowNext, LONGEST);
  requestAnimationFrame(() => setTimeout(allowNext, 0, late)); // after the frame
}

function allowNext(late) {
  clearTimeout(late);
  screen.isDrawn = true;
  showWaiting();
}

document.addEventListener("pointerdown", (event) => {
  screen.pointer = !event.button && board()?.contains(event.target) ? event.pointerId : null;
});

for (const released of ["pointerup", "pointercancel"]) {
  document.addEventListener(released, ({ pointerId }) => {
    if (pointerId === screen.pointer) setTimeout(release); // after the click
  });
}

function release() {
  screen.pointer = null;
  showWaiting();
}
