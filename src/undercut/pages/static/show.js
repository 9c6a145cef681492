// The bots' game, on the front page and as a table of its own: its next move, at the time that the server has named.

// Attributes of what is replaced; a template sets them and the script reads them:
//   data-wait                seconds until the next move
//   data-game                the class of the game, for the colours around it
//   data-pause               on a button that holds the game: its words while it does; made visible by the script

import { announce } from "./announcing.js";
import { $ } from "./dom.js";
import { replaceBoard } from "./flights.js";

const at = location.pathname.endsWith("/watch") ? "/watch" : "/watch/now";
const next = (wait) => setTimeout(update, 1000 * Math.max(wait, 1) + 100);

async function update() {
  if (document.hidden || $("[data-pause][aria-pressed=true]") || $(":popover-open")) return next(4);
  const answer = await fetch(at, { headers: { Accept: "text/html" } }).catch(() => null);
  const page = answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page && $("[data-wait]", page);
  if (!fresh) return next(30);
  const old = $("[data-wait]");
  replaceBoard(old, document.adoptNode(fresh), () => {
    old.parentNode.classList.replace(old.dataset.game, fresh.dataset.game);
    old.replaceWith(fresh);
  });
  announce($(".latest", fresh)?.textContent);
  next(fresh.dataset.wait);
}

for (const pause of document.querySelectorAll("[data-pause]")) {
  pause.hidden = false;
  pause.addEventListener("click", () => {
    pause.setAttribute("aria-pressed", String(pause.ariaPressed !== "true"));
    [pause.textContent, pause.dataset.pause] = [pause.dataset.pause, pause.textContent];
  });
}

if ($("[data-wait]")) next($("[data-wait]").dataset.wait);
