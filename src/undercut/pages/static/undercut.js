// The site's script. Everything works without it; it adds live updates, card animations, keys and sounds.
// It knows no rules: the page contains every legal move.
//
// Attributes shared by the page and the script. Unless stated otherwise, a template sets them and the script reads them.
//
// On #board, the part of a table's page that changes:
//   data-table               the table's id
//   data-version             the number of the last event; boards with the same number differ only in their parts
//   data-title               whose turn it is or how the game ended, for the browser's tab
//   data-phase               "open", "playing" or "over"
//   data-last                what the last move was, for its sound: its colour, or "draw"
//   data-mover               the seat that moved last; unseen cards are animated from its hand
//   data-yours               it is the reader's move
//   data-alone               the reader's only move answers another player: the seconds after which it may be played
//   data-imported            an imported record, which has no stream because nothing will happen
//   data-step                the number of moves before the position shown, if it is not the current one
// On cards and places of the board:
//   data-key                 a card's key; the same key on two boards is the same card
//   data-card                the card in notation
//   data-hand                a hand, by its seat
//   data-source              a pile from which cards are drawn
//   data-move                on a chip: the only move of its kind
//   data-number              on a chip or a move's button, set by the script: the key that presses it; shown by the
//                            style sheets
// On controls and messages:
//   data-part                can be replaced alone while the version stays the same
//   data-next                the link to the next game, followed when it appears while the reader looks
//   data-seq                 a line of the log, by the number of its event; new lines are announced
//   data-cards               on a line of the log: its cards in notation, which light up with it
//   data-send                a form that is sent without leaving the page
//   data-swap                a link to another moment of the game, fetched into #board
//   data-why                 on a disabled button: the reason, shown when it is pressed
//   data-copy                a button that copies the field with this id; made visible by the script
//   data-copied              on it: what it says once it has copied
//   data-mute                a button that turns the sound off and on; made visible by the script
//   data-open                a button that opens the dialog with this id; made visible by the script
//   data-no                  a button that closes the question around it
//   data-state               on #stream, set by the script: "live", "waiting" or "away"; for the style sheets

import { announce, announceUses, greet, spoken, tellNews, tellStandings } from "./announcing.js";
import { planAnswer } from "./answering.js";
import { goToUses, putBack } from "./choosing.js";
import { $, $$, board, busy, looking, root, words } from "./dom.js";
import "./dragging.js";
import { replaceBoard, showSoon } from "./flights.js";
import "./lists.js";
import "./log.js";
import { notice } from "./notice.js";
import { deliver } from "./sending.js";
import { showSound } from "./settings.js";
import { aim, canPlay, chosenUses, onlyAnswer } from "./spots.js";

// Only tables need these.
const { celebrate, countChanges, findPlays, showPlays } = board() ? await import("./plays.js") : {};

root.classList.add("script");

// --- Messages -------------------------------------------------------------------------------------------------------

const SHOWN_FOR = 12_000; // milliseconds
let fading = 0;
let isReason = false; // what is said is why something was not possible; that ends with the position

/** Say something over the page until it is tapped, or for some seconds. */
function showMessage(text, why = false) {
  clearTimeout(fading);
  isReason = why;
  if (!$("#message")) return;
  $("#message").textContent = text;
  $("#message").classList.toggle("reason", why);
  if (text) fading = setTimeout(showMessage, SHOWN_FOR, "");
}

function showStream(state) {
  const stream = $("#stream");
  if (stream.dataset.state === state) return;
  stream.ariaLive = stream.hidden && state === "live" ? "off" : "polite"; // at first, "live" is no news
  stream.hidden = false;
  stream.dataset.state = state;
  stream.textContent = words(state);
}

// --- The fragment #board --------------------------------------------------------------------------------------------

let asked = 0;
let shown = "";

/** Fetch the fragment and show it if it has changed; only the latest of several requests counts. */
async function refresh(address = `/t/${board().dataset.table}/board`) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(words("unfetched", { status: answer.status }));
  const text = await answer.text();
  if (mine === asked) showText(text);
}

/** Show the fragment in a text, unless it is shown already. */
function showText(text) {
  if (text === shown) return;
  showSoon(() => {
    shown = text;
    const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
    if (fresh) show(document.adoptNode(fresh));
  });
}

/** Whether the board has been shown as it is now: the browser's "back" may bring an old one, and leads nowhere else. */
let current = performance.getEntriesByType("navigation")[0]?.type !== "back_forward";

function show(fresh) {
  const old = board();
  if (fresh.dataset.version === old.dataset.version && patch(old, fresh)) return;
  const next = $("[data-next]", fresh);
  if (current && next && !$("[data-next]", old)) location.assign(next.href); // the rematch has started
  if (isReason) showMessage("");
  const seen = lastLine(old);
  const ended = fresh.dataset.phase === "over" && old.dataset.phase === "playing";
  const plays = current ? findPlays(old, fresh, seen) : [];
  current = true;
  swap(old, fresh, plays);
  countChanges(old, fresh);
  const shown = showPlays(plays, ended);
  if (ended) shown.then(celebrate);
  const news = $$(".log [data-seq]", fresh).filter((line) => Number(line.dataset.seq) > seen);
  notice(old, fresh, news.length > 0);
  tellNews(news.reverse(), old, fresh);
  if ("yours" in fresh.dataset && !("yours" in old.dataset)) announce($("#status", fresh)?.textContent);
  playEarly();
}

const lastLine = (from) => Number($("[data-seq]", from)?.dataset.seq ?? 0);

/** Replace only the parts that change between events: presence, thinking, buttons. */
function patch(old, fresh) {
  const [before, after] = [old, fresh].map((one) => $$("[data-part]", one));
  if (before.length !== after.length || old.dataset.step !== fresh.dataset.step) return false;
  keepState(old, fresh);
  enhance(fresh);
  if (!$(".hint", old)) $$(".hint > span, #hint-why > p:first-child", fresh).forEach((part) => announce(spoken(part)));
  before.forEach((part, n) => {
    if (!part.isEqualNode(after[n]) && !part.contains(document.activeElement)) part.replaceWith(after[n]);
  });
  aim();
  return true;
}

/** Replace the board, and let each card fly to its new place, but for those that others have played. */
function swap(old, fresh, plays) {
  const shown = new Set(plays.flatMap(({ card, hits }) => [card, ...hits.map((hit) => hit.card)]));
  const put = () => {
    const places = keepState(old, fresh);
    const ended = fresh.dataset.phase === "over" && old.dataset.phase !== "over";
    const opened = $(":popover-open", old)?.id;
    old.replaceWith(fresh);
    document.body.classList.toggle("at-cards", fresh.matches(".laid"));
    enhance(fresh);
    if (opened) $(`#${opened}[popover]`, fresh)?.showPopover();
    if (ended && document.activeElement === document.body) places.unshift($("#status", fresh));
    // What had the focus may be hidden now.
    places.find((one) => one && (one.focus({ preventScroll: !ended }), one === document.activeElement));
  };
  replaceBoard(old, fresh, put, shown);
}

/** Keep what the reader has chosen, opened and scrolled; return the elements that may get the focus, the best first. */
function keepState(old, fresh) {
  const chosen = $("input[name=card]:checked", old);
  const own = isDone(fresh);
  const again = chosen && !own && $(`#${CSS.escape(chosen.id)}`, fresh);
  if (again && !$("input[name=card]:checked", fresh)) {
    again.checked = true;
    keepKind(chosen, again);
  }
  for (const opened of $$("details[open]", old)) {
    const same = (one) => (opened.id ? one.id === opened.id : one.className === opened.className);
    $$("details", fresh).filter(same).forEach((one) => (one.open = true));
  }
  const focused = document.activeElement;
  const stays = byKey && focused === document.body && (own || [old, fresh].some((one) => "step" in one.dataset));
  if (!old.contains(focused) && !stays) return [];
  const name = (one) => one.id || one.value || one.getAttribute("href") || one.textContent;
  const same = $$("input, button, a, summary, [tabindex]", fresh).find((one) => name(one) === name(focused));
  return [onlyAnswer(old, fresh), same, $("input[name=card]:checked", fresh) ?? $("input[name=card]", fresh), $("#status", fresh)];
}

/** Whether the reader's own move has led to a board. */
function isDone(fresh) {
  const found = Number(fresh.dataset.version) > sent;
  if (found) sent = Infinity;
  return found;
}

/** Keep the kind of move that alone is lit, if the card still has several such moves. */
function keepKind(chosen, again) {
  const kind = $(".uses", chosen.parentNode).dataset.only;
  const uses = $(".uses", again.parentNode);
  if (kind && $(`[aria-pressed][data-kind="${CSS.escape(kind)}"]`, uses)) uses.dataset.only = kind;
}

/** Add the parts of the board that need a script. */
export function enhance(fresh) {
  for (const button of $$("[data-copy]", fresh)) button.hidden = false;
  showSound();
  for (const all of $$(".uses > .all", fresh)) all.setAttribute("popover", "auto");
  for (const title of $$(".uses > .all > h4, .side > .hide", fresh)) title.autofocus = true; // as its window opens
  for (const chips of $$(".chips", fresh)) {
    $$("[data-kind]", chips).forEach((chip, n) => chip.setAttribute("data-number", n + 1));
    for (const chip of $$("[data-move]", chips)) chip.value = chip.dataset.move;
  }
  planAnswer(fresh);
  aim();
}

// --- Commands --------------------------------------------------------------------------------------------------------

const sending = new Set();
let awaited = 0; // the version after the last accepted command
let done = ""; // the move that led to it
let sent = Infinity; // the version in which the reader has moved, until the next one comes
let early = ""; // a move pressed before the board of that version has come

async function send(form, button) {
  if (sending.has(form)) return; // clicked twice
  sending.add(form);
  const answered = isHint(form) ? looking() : busy(button);
  showMessage("");
  try {
    const body = new URLSearchParams(new FormData(form, button));
    if (isMove(button)) [done, sent] = [button.value, Number(board()?.dataset.version)];
    const answer = await deliver(form.action, body, isMove(button) || isHint(form));
    if (answer.ok) {
      awaited = (await answer.json())?.version ?? awaited; // a hint has none
      setTimeout(catchUp, stream?.readyState === EventSource.OPEN ? 1500 : 0, awaited);
    } else {
      early = "";
      sent = Infinity;
      showMessage(await errorText(answer));
      await refresh();
    }
  } catch (error) {
    early = "";
    showMessage(navigator.onLine ? words("lost", { error: error.message }) : words("unsent"));
  } finally {
    sending.delete(form);
    answered();
    playEarly();
  }
}

const isMove = (button) => button?.name === "move";
const isHint = (form) => form.action.endsWith("/hint");
const moving = () => [...sending].some((form) => !isHint(form));
const behind = () => Number(board()?.dataset.version) < awaited;

/** Keep a move that was pressed while the last one is on its way; the same move again is a double click. */
function keepEarly(form, button) {
  if (!isMove(button) || !(sending.has(form) || behind())) return false;
  if (button.value !== done) early = button.value;
  return true;
}

/** Play the kept move once the last one has come back, unless others have moved since. */
function playEarly() {
  if (!early || moving() || behind()) return;
  const button = $(`button[name=move][value="${CSS.escape(early)}"]:enabled`, board());
  early = "";
  if (button && Number(board().dataset.version) === awaited) button.form.requestSubmit(button);
  else showMessage(words("changed"));
}

async function errorText(answer) {
  const said = await answer.json().catch(() => ({}));
  return `${said.detail ?? words("refused", { status: answer.status })}${said.clause ? ` (${said.clause})` : ""}`;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "play" && !("send" in event.target.dataset)) return;
  event.preventDefault();
  if (isMove(event.submitter)) openMoves()?.hidePopover(); // else it would open again at the next such card
  if (isHint(event.target)) putBack(); // the hint stands where the uses of a chosen card do
  if (!keepEarly(event.target, event.submitter)) send(event.target, event.submitter);
});

document.addEventListener("change", ({ target }) => {
  if (target.name !== "card") return;
  aim();
  announceUses(chosenUses());
  told = target;
});

let told = null; // the card in focus, once it has been said what it can do

document.addEventListener("focusin", ({ target }) => {
  told = null;
  if (byKey && target.name === "card") setTimeout(() => told !== target && target === document.activeElement && announceUses($(".uses", target.parentNode)));
});

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  const opener = on("[data-open]") ?? ($("#settings") && on(".gear"));
  const step = !event.ctrlKey && !event.metaKey && !event.shiftKey && on("a[data-swap]");
  if (opener) document.getElementById(opener.dataset.open ?? "settings").showModal();
  if (step) goTo(step.href);
  if (opener || step) event.preventDefault();
  if (on("#message")) showMessage("");
  if (on("[data-no]")) on("details").open = false;
  if (on("[data-why]")) showMessage(on("[data-why]").dataset.why, true);
  if (on("[data-copy]")) copyLink(on("[data-copy]"));
});

async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    showMessage(words("uncopied"));
  }
}

let stepping = 0;

async function goTo(address) {
  stepping += 1;
  clearTimeout(due);
  due = null;
  try {
    await refresh(address);
    history.replaceState(null, "", address);
  } catch (error) {
    showMessage(words("missing", { error: error.message }));
  } finally {
    stepping -= 1;
  }
}

// --- Keys: each function returns whether it did anything -----------------------------------------------------------

const KEYS = {
  "?": () => $("#keys") && ($("#keys").showModal() ?? true),
  ArrowLeft: () => along(-1),
  ArrowRight: () => along(1),
  ArrowUp: () => between(-1),
  ArrowDown: () => between(1),
  Enter: () => document.activeElement.name === "card" && enter(document.activeElement),
  s: () => tellStandings(board()),
  Escape: () => goBack(),
};

/** The window of moves that is open; null if none is. */
const openMoves = () => $(":is(.ways, .all):popover-open", board());

/** The groups that are present: moves without a card, cards, and chips; or what is in an open window of moves. */
const groups = () =>
  (openMoves() ? [$$("button, a", openMoves())] : [$$(".bare .move", board()), $$("input[name=card]:not(.one *)", board()), chips()])
    .filter((one) => one.length);

/** The chips of the chosen card, or of cards that all do the same. */
const chips = () => $$("button", $(".chips", chosenUses()) ?? $(".choices .chips", board()));

/** Left and right: move within a group; in a finished game, step. */
function along(by) {
  const step = $(by < 0 ? 'a[rel="prev"]' : 'a[rel="next"]', board());
  if (step) return step.click() ?? true;
  const at = groups().find((group) => group.includes(document.activeElement));
  const group = at ?? groups().find(([first]) => (first.name === "card") === canPlay(board())) ?? groups()[0];
  if (!group) return false;
  const place = at ? group.indexOf(document.activeElement) + by : Math.min(by, 0);
  return choose(group.at(place % group.length));
}

/** Up and down: move between the groups. */
function between(by) {
  const all = groups();
  const at = all.findIndex((group) => group.includes(document.activeElement));
  const next = at < 0 && document.activeElement.id === "status" ? all.at(Math.min(by, 0)) : all[at + by];
  if (!next) return at >= 0;
  return choose(next.find((one) => one.checked) ?? next[0]);
}

function choose(one) {
  one.focus();
  if (one.type === "radio" && !one.checked) one.click();
  return true;
}

/** Choose a card, and go from the chosen one to its uses; without any, hear again why. */
const enter = (card) => (card.checked ? goToUses() : choose(card));

/** Leave the moves of a card, the card itself, or an earlier moment. */
function goBack() {
  if ($(":popover-open")) return false; // the browser closes it
  showMessage("");
  const now = $(".now", board());
  if (document.activeElement.closest(".uses")) $(".pick > input:checked").focus();
  else if (now) now.click();
  else return putBack();
  return true;
}

const numbered = (key) => [...(openMoves() ? $$("button", openMoves()) : chips())].find((one) => one.dataset.number === key);

let byKey = false; // whether the reader's last press was on the keyboard

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (byKey = kind === "keydown"), true);

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !board() || $("dialog[open]")) return;
  if (event.target.closest("input:not([name=card]), textarea, select")) return;
  const number = /^[1-9]$/.test(event.key) && numbered(event.key);
  if (number) number.click();
  if (number || KEYS[event.key]?.()) event.preventDefault();
});

// --- The stream --------------------------------------------------------------------------------------------------------

let [stream, last] = [null, null];

/** Stream events after those on the page; the browser reconnects with Last-Event-ID, except after an error response. */
function listen() {
  stream?.close();
  const after = last ?? board().dataset.version;
  stream = new EventSource(`/t/${board().dataset.table}/events?show=board&after=${after}`);
  stream.onopen = () => showStream("live");
  stream.onerror = () => {
    showStream(navigator.onLine ? "waiting" : "away");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
  stream.onmessage = (event) => (last = event.lastEventId || last);
  stream.addEventListener("board", ({ data }) => {
    if (stepping || "step" in board().dataset) return tellMissed(data); // the reader is looking at an earlier step
    asked += 1; // an answer that is still on its way is older
    showText(data);
  });
  stream.addEventListener("reload", () => location.reload()); // the log was restored to an earlier state
}

let missed = 0;

/** Tell a reader who looks back at a game in play that it has gone on. */
function tellMissed(text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
  const version = Number(fresh?.dataset.version);
  if (!$(".now") || !(version > Math.max(missed, board().dataset.version))) return;
  missed = version;
  $(".now").classList.add("news");
  notice(board(), fresh, true);
  announce(spoken($("[data-seq]", fresh)));
}

let due = null;

/** Fetch the fragment in case the stream has not brought what should have come. */
function catchUp(version = Infinity) {
  if (stepping || "step" in board().dataset || Number(board().dataset.version) >= version) return;
  due ??= setTimeout(async () => {
    due = null;
    await refresh().catch(() => setTimeout(catchUp, 3000));
  }, 30);
}

for (const button of $$("[data-open], [data-copy]")) button.hidden = false;

if (board()) enhance(board());
if (board()) greet(board());

// An imported record never changes, so it has no stream.
if (board() && !("imported" in board().dataset)) {
  addEventListener("offline", () => showStream("away"));
  addEventListener("online", listen);
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  if (current) listen();
  else comeBack();
}

/** After the browser's "back" or "forward": show the table as it is now, then listen. */
async function comeBack() {
  current = false;
  try {
    if (!("step" in board().dataset)) await refresh();
    current = true;
  } catch {
    // The stream brings the board as soon as there is a connection.
  }
  listen();
}
