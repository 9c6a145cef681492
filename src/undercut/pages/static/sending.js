// Commands: forms are sent without leaving the page, a move again until it is answered, and a forced answer by itself.
//
// Attributes that a template sets:
//   data-send                a form that is sent without leaving the page; the title of its button says what that costs
//   data-alone               on #board: the reader's only move is played after so many seconds; the server draws them for
//                            answers, since others could read from a quick answer what a hand lacks
//   data-bots                on #board: nobody but bots waits for the answer

import { showMessage, showReason, tellHint } from "./announcing.js";
import { expectOwn, refresh } from "./board.js";
import { putBack } from "./choosing.js";
import { $, board, busy, fieldsOf, looking, patience, root, words } from "./dom.js";
import { expect } from "./live.js";
import { openMoves } from "./ways.js";

const sending = new Set(); // the forms on their way

/** The version after the last accepted command, its move, and one pressed before that board has come. */
const own = { awaited: 0, done: "", early: "", knowsCost: false };

async function send(form, button) {
  if (sending.has(form)) return; // clicked twice
  sending.add(form);
  const answered = isHint(form) ? looking() : busy(button);
  showMessage("");
  try {
    const body = fieldsOf(form, button);
    if (isMove(button)) keepDone(button.value);
    const answer = await deliver(form.action, body, isMove(button) || isHint(form));
    if (answer.ok) {
      own.awaited = (await answer.json())?.version ?? own.awaited; // a hint has none
      expect(isHint(form) ? Infinity : own.awaited);
    } else {
      failed(await errorText(answer));
      await refresh().catch(() => {}); // the reason stays
    }
  } catch (error) {
    failed(navigator.onLine ? words("lost", { error: error.message }) : words("unsent"));
  } finally {
    sending.delete(form);
    answered();
    playEarly();
  }
}

function failed(text) {
  own.early = "";
  expectOwn(Infinity);
  showMessage(text);
}

function keepDone(move) {
  own.done = move;
  expectOwn(Number(board()?.dataset.version));
}

const isMove = (button) => button?.name === "move";
const isHint = (form) => form.action.endsWith("/hint");
const moving = () => [...sending].some((form) => !isHint(form));
const behind = () => Number(board()?.dataset.version) < own.awaited;

/** Keep a move that was pressed while the last one is on its way; the same move again is a double click. */
function keepEarly(form, button) {
  if (!isMove(button) || !(sending.has(form) || behind())) return false;
  if (button.value !== own.done) own.early = button.value;
  return true;
}

/** Play the kept move once the last one has come back, unless others have moved since. */
function playEarly() {
  if (!own.early || moving() || behind()) return;
  const button = $(`button[name=move][value="${CSS.escape(own.early)}"]:enabled`, board());
  own.early = "";
  if (button && Number(board().dataset.version) === own.awaited) button.form.requestSubmit(button);
  else showMessage(words("changed"));
}

async function errorText(answer) {
  const said = await answer.json().catch(() => ({}));
  return `${said.detail ?? words("refused", { status: answer.status })}${said.clause ? ` (${said.clause})` : ""}`;
}

/** What a command costs, to be said once in a browser; empty from then on. */
function untoldCost(button) {
  const cost = button?.title;
  if (!cost || own.knowsCost) return "";
  own.knowsCost = true;
  try {
    if (localStorage["off-ladder"]) return "";
    localStorage["off-ladder"] = "told";
  } catch {
    // It is said again on the next page.
  }
  return cost;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "play" && !("send" in event.target.dataset)) return;
  event.preventDefault();
  const cost = untoldCost(event.submitter);
  if (cost) return showReason(words("again", { cost }));
  event.target.closest("form[popover], .confirm")?.closest(":popover-open")?.hidePopover();
  if (isMove(event.submitter)) openMoves()?.hidePopover(); // else it would open again at the next such card
  if (isHint(event.target)) {
    putBack(); // the hint stands where the uses of a chosen card do
    tellHint(board());
  }
  if (!keepEarly(event.target, event.submitter)) send(event.target, event.submitter);
});

document.addEventListener("board", playEarly);

// --- Delivery: the server may be restarted meanwhile -----------------------------------------------------------------

const PAUSE = 1000; // milliseconds
const TRIES = 120;

/** Whether the server is stopping or away, as it or a proxy says: the command may or may not have been carried out. */
const isAway = ({ status, headers }) => [502, 504].includes(status) || (status === 503 && headers.has("Retry-After"));

/** Send a command; if it may be repeated, send it until it is answered: a move counts once, by its version. */
async function deliver(address, body, mayRepeat) {
  for (let left = mayRepeat ? TRIES : 0; ; left -= 1) {
    try {
      const headers = { Accept: "application/json" };
      const answer = await fetch(address, { method: "POST", body, headers, signal: patience() });
      if (!left || !isAway(answer)) return answer;
    } catch (error) {
      if (!left) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

// --- Answers without a choice: against bots alone, or if the reader wants that ---------------------------------------

let planned = "";

const question = (one) => `${one.dataset.table} ${one.dataset.version}`;

/** Plan to play the only move of a board. */
function planAnswer(asking) {
  const asked = question(asking);
  const wanted = root.dataset.answer === "auto" || "bots" in asking.dataset;
  if (!wanted || asking.dataset.alone === undefined || asked === planned) return;
  planned = asked;
  const duration = asking.dataset.alone * 1000;
  $(".going", asking)?.animate({ scale: ["0 1", "1 1"] }, { duration, fill: "forwards", pseudoElement: "::after" });
  setTimeout(answer, duration, asked);
}

/** Play the only move, but not while the reader looks at a card's uses: no press there seems to have played it. */
function answer(asked) {
  if (question(board()) !== asked) return;
  if ($(".pick:not(.idle) > input:checked, :popover-open", board())) setTimeout(answer, PAUSE, asked);
  else $("button[name=move]", board())?.click();
}

document.addEventListener("board", ({ detail }) => planAnswer(detail));
planAnswer(board());
