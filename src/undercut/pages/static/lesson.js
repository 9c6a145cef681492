// Tries of a lesson, sent without leaving the page; the next step is a page of its own, with an address of its own.

import { $ } from "./dom.js";
import { letFall } from "./ending.js";
import { replaceBoard } from "./flights.js";
import { enhance } from "./board.js";

let trying = false;

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
  if ($(".coach.solved")) letFall();
  document.title = page.title;
  $(".coach [autofocus]").focus(); // so the answer is read, and after it the new task, which describes it
}

// Before the script of the table, which would expect a table to follow.
document.addEventListener(
  "submit",
  (event) => {
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
