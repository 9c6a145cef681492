// Tries of a lesson, sent without leaving the page; the next step is a page of its own, with an address of its own.

import { showMessage } from "./announcing.js";
import { $, fetchPage, fieldsOf, keepFolds, words } from "./dom.js";
import { letFall } from "./ending.js";
import { replaceBoard } from "./flights.js";
import { enhance } from "./board.js";
import { cardsOf, findPlays, showPlays } from "./plays.js";

let trying = false;

async function tryMove(form, button) {
  if (trying) return; // clicked twice
  trying = true;
  const { page, url, status } = await fetchPage(form.action, fieldsOf(form, button));
  trying = false;
  if (!page) return showMessage(status ? words("refused", { status }) : words("unsent"));
  if (!$("#lesson", page)) return location.reload();
  if (url !== location.href) history.pushState(null, "", url);
  showStep(page);
}

function showStep(page) {
  const fresh = document.adoptNode($("#lesson", page));
  keepFolds($("#lesson"), fresh);
  const [old, board] = [$("#board"), $("#board", fresh)];
  const plays = $(".answer.right, .answer ~ .coach-foot", fresh) ? findPlays(old, board, 0) : [];
  const put = () => {
    $("#lesson").replaceWith(fresh);
    enhance(board);
  };
  replaceBoard(old, board, put, cardsOf(plays));
  showPlays(plays).then(() => $(".coach.solved") && letFall());
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
  const { page } = await fetchPage(address);
  if (location.href !== address) return;
  if ($("#lesson", page)) showStep(page);
  else location.reload();
}

addEventListener("popstate", () => goTo(location.href));
