// The bot game on the front page: its next picture, at the time that the server has named.

import { $ } from "./dom.js";

const show = $("#show");
const next = (wait) => setTimeout(update, 1000 * Math.max(wait, 1) + 100);

async function update() {
  if (document.hidden) return next(4);
  const answer = await fetch("/watch/now", { headers: { Accept: "application/json" } }).catch(() => null);
  if (!answer?.ok) return next(30);
  const { game, title, step, text, wait } = await answer.json();
  const picture = new Image();
  picture.src = `/watch/${game}/${step}.svg`;
  await picture.decode().catch(() => {});
  $("img", show).src = picture.src;
  $("b", show).textContent = title;
  $("span", show).textContent = text;
  next(wait);
}

if (show) next(1);
