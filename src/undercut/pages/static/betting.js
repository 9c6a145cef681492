// Guesses of the next move by those who watch: of its kind alone, which is open to all once the move has been played.
//
//   data-asks                on the kinds to guess from: the number of the board's last event
//   data-sort                on a line of what has happened last: which kind the move was; data-told, as in plays.js

import { announce } from "./announcing.js";
import { $, $$, words } from "./dom.js";

const guess = { kind: "", after: 0 }; // the kind that is guessed now, and the board's last event then
const score = { right: 0, tried: 0, said: "" }; // so far, and what came of the last guess
let names = []; // of the kinds
let question = "";

/** Say whether the move that has come is the guessed one. */
function judge(sort) {
  const isRight = sort === guess.kind;
  score.tried += 1;
  score.right += isRight ? 1 : 0;
  score.said = `${isRight ? words("right") : words("wrong", { kind: names[sort] })} ${words("guessed", score)}`;
  guess.kind = "";
  announce(score.said);
}

/** Show the question with what came of the last guess, and the kind that is guessed now. */
function look() {
  const came = guess.kind && $$(".ticker [data-sort]").findLast((row) => Number(row.dataset.told) > guess.after);
  if (came) judge(came.dataset.sort);
  const asking = $("[data-asks]");
  if (!asking) return;
  const [heading, buttons] = [$("span", asking), $$("button", asking)];
  names = buttons.map((one) => one.textContent);
  question ||= heading.textContent;
  asking.hidden = false;
  for (const one of buttons) one.ariaPressed = String(one.value === guess.kind);
  const text = `${score.said} ${question}`.trim();
  if (heading.textContent !== text) heading.textContent = text;
}

addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-asks] > button");
  if (!button) return;
  Object.assign(guess, { kind: button.value, after: Number(button.parentNode.dataset.asks) });
  look();
});

document.addEventListener("board", look);
look();
