// Tries of a lesson, sent without leaving the page; the next step is a page of its own, with an address of its own.

// Attributes of #lesson, for puzzles; a template sets them and the script reads them:
//   data-puzzle              the puzzle's name
//   data-rating              how difficult the puzzle is
// And for all lessons:
//   data-learns              the lesson, noted at its end

import { $ } from "./dom.js";
import { expectFirstGame } from "./first.js";
import { replaceBoard } from "./flights.js";
import { learn } from "./learned.js";
import { enhance } from "./undercut.js";

let trying = false;

// --- The reader's rating, kept in this browser ---------------------------------------------------------------------

const START = { rating: 1000, done: [] };
const STEP = 40; // the most points that one puzzle can bring or cost

function kept() {
  try {
    return { ...START, ...JSON.parse(localStorage.getItem("puzzles")) };
  } catch {
    return START;
  }
}

/** Count a puzzle once: by the first wrong try, or by the solution without one. */
function rate() {
  const lesson = $("#lesson");
  const solved = $(".coach.solved") !== null;
  if (solved) learn(lesson.dataset.learns);
  const puzzle = lesson.dataset.puzzle;
  if (!puzzle) return;
  const mine = kept();
  if ((solved || $(".coach.wrong")) && !mine.done.includes(puzzle)) {
    const expected = 1 / (1 + 10 ** ((lesson.dataset.rating - mine.rating) / 400));
    mine.rating = Math.round(mine.rating + STEP * ((solved ? 1 : 0) - expected));
    mine.done = [...mine.done, puzzle].slice(-2000);
    try {
      localStorage.setItem("puzzles", JSON.stringify(mine));
    } catch {} // the browser stores nothing
  }
  $("#yours b").textContent = mine.rating;
  $("#yours").hidden = false;
}

rate();

// --- Steps ------------------------------------------------------------------------------------------------------------

async function tryMove(form, button) {
  if (trying) return; // clicked twice
  trying = true;
  const body = new URLSearchParams(new FormData(form, button));
  try {
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!answer.ok || !$("#lesson", page)) throw new Error(answer.status);
    if (answer.url !== location.href) history.pushState(null, "", answer.url);
    showStep(page);
  } catch {
    location.reload();
  } finally {
    trying = false;
  }
}

function showStep(page) {
  const fresh = document.adoptNode($("#lesson", page));
  const board = $("#board", fresh);
  replaceBoard($("#board"), board, () => {
    $("#lesson").replaceWith(fresh);
    enhance(board);
  });
  document.title = page.title;
  rate();
  $("#coach-title").focus();
}

// Before the script of the table, which would expect a table to follow.
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.id === "first-game") expectFirstGame();
    if (event.target.id !== "play") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    tryMove(event.target, event.submitter);
  },
  true,
);

/** Show the step of an address that the reader went back or forward to. */
async function goTo(address) {
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (location.href === address) showStep(new DOMParser().parseFromString(await answer.text(), "text/html"));
}

addEventListener("popstate", () => goTo(location.href).catch(() => location.reload()));
