// Guesses of the next move by those who watch: of its kind alone, which is open to all once the move has been played.
//
//   data-asks                on the kinds to guess from: the number of the board's last event
//   data-sort                on a line of what has happened last: which kind the move was

import { announce } from "./announcing.js";
import { $, $$, words } from "./dom.js";

let [guess, after, right, tried] = ["", 0, 0, 0];
let [names, question, said] = [[], "", ""];

/** Say whether the move that has come is the guessed one. */
function judge(sort) {
  tried += 1;
  right += sort === guess ? 1 : 0;
  said = `${sort === guess ? words("right") : words("wrong", { kind: names[sort] })} ${words("guessed", { right, tried })}`;
  guess = "";
  announce(said);
}

/** Show the question with what came of the last guess, and the kind that is guessed now. */
function look() {
  const came = guess && $$(".ticker [data-sort]").findLast((row) => Number(row.dataset.told) > after);
  if (came) judge(came.dataset.sort);
  const asking = $("[data-asks]");
  if (!asking) return;
  const [heading, buttons] = [$("span", asking), $$("button", asking)];
  names = buttons.map((one) => one.textContent);
  question ||= heading.textContent;
  asking.hidden = false;
  for (const one of buttons) one.ariaPressed = String(one.value === guess);
  const text = `${said} ${question}`.trim();
  if (heading.textContent !== text) heading.textContent = text;
}

addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-asks] > button");
  if (!button) return;
  [guess, after] = [button.value, Number(button.parentNode.dataset.asks)];
  look();
});

new MutationObserver(look).observe($("main"), { childList: true, subtree: true });
look();
