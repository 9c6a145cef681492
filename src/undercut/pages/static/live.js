// Live updates of a table: follows the stream of its events, fetches what the stream has missed, and steps to earlier
// moments, during which the reader only hears that the game has gone on.
//
//   data-imported            on #board: nothing will happen, so that there is no stream
//   data-swap                a link to another moment of the game, fetched into #board
//   data-since               on the way back to the current position, set here: the last move when the reader left it
//   data-state               on #stream, set here: "live", "waiting" or "away"

import { announce, showMessage, spoken } from "./announcing.js";
import { boardIn, isStale, refresh, refreshStale, showText } from "./board.js";
import { $, board, isPlain, stream, words } from "./dom.js";
import { notice } from "./notice.js";

let last = null; // the number of the last event that the stream has brought
let stepping = 0; // requests for another moment that are on their way
let missed = 0; // the version of the last board that was told instead of shown
let held = ""; // a board that has arrived during such a request
let due = null; // the timer of a request for what the stream has not brought

function showStream(state) {
  const sign = $("#stream");
  if (sign.dataset.state === state) return;
  sign.ariaLive = sign.hidden && state === "live" ? "off" : "polite"; // at first, "live" is no news
  sign.hidden = false;
  sign.dataset.state = state;
  sign.textContent = words(state);
}

/** Stream events after those on the page; the browser reconnects with Last-Event-ID. */
const address = ({ table, version }) => `/t/${table}/events?show=board&after=${last ?? version}`;
const listen = stream(() => address(board().dataset), {
  open: () => showStream("live"),
  error: () => showStream(navigator.onLine ? "waiting" : "away"),
  message: (event) => (last = event.lastEventId || last),
  board: ({ data }) => {
    if (stepping) held = data;
    else if ("step" in board().dataset) tellMissed(data); // the reader is looking at an earlier step
    else showText(data);
  },
  reload: () => location.reload(), // the log was restored to an earlier state
});

/** Tell a reader who looks back at a game in play that it has gone on. */
function tellMissed(text) {
  const fresh = boardIn(text);
  const version = Number(fresh?.dataset.version);
  const now = $(".now");
  if (!now || !(version > Math.max(missed, board().dataset.version))) return;
  missed = version;
  const [seen, moves] = [board(), fresh].map((one) => $(".log [value]", one)?.value ?? 0);
  now.dataset.since ??= seen;
  const count = moves - now.dataset.since;
  if (count > 0) now.textContent = words("news", { count });
  now.classList.add("news");
  notice(board(), fresh, true);
  announce(spoken($("[data-seq]", fresh)));
  $(".log").replaceWith($(".log", fresh)); // what is told now is not told again by the way back
}

/** Expect the board of a version; fetch it if the stream does not bring it. */
export const expect = (version) => setTimeout(catchUp, $("#stream")?.dataset.state === "live" ? 1500 : 0, version);

/** Fetch the fragment in case the stream has not brought what should have come. */
function catchUp(version = Infinity) {
  if (stepping || "step" in board().dataset || Number(board().dataset.version) >= version) return;
  due ??= setTimeout(async () => {
    due = null;
    await refresh().catch(() => setTimeout(catchUp, 3000));
  }, 30);
}

/** After a step: tell of a board that has arrived meanwhile, or fetch the board as it is now. */
function endStep() {
  if (stepping || !held) return;
  if ("step" in board().dataset) tellMissed(held);
  else catchUp();
  held = "";
}

/** Show another moment of the game. */
async function goTo(address) {
  stepping += 1;
  clearTimeout(due);
  due = null;
  try {
    await refresh(address);
    history.replaceState(null, "", address);
  } catch (error) {
    showMessage(words("missing", { error: error.message }));
    setTimeout(endStep);
  } finally {
    stepping -= 1;
  }
}

document.addEventListener("board", () => setTimeout(endStep)); // once the request of a step has ended

document.addEventListener("click", (event) => {
  const step = event.target.closest("a[data-swap]");
  if (!step || !isPlain(event)) return;
  goTo(step.href);
  event.preventDefault();
});

/** Begin to follow the table. */
export function follow() {
  addEventListener("offline", () => showStream("away"));
  addEventListener("online", listen);
  addEventListener("pageshow", ({ persisted }) => persisted && comeBack());
  if (isStale()) comeBack();
  else listen();
}

/** After the browser's "back" or "forward": show the table as it is now, then listen. */
async function comeBack() {
  await refreshStale().catch(() => {}); // the stream brings the board as soon as there is a connection
  listen();
}
