// What the browser says outside the page: the tab's title, a notification and a vibration when it is the reader's move.
//
// Attributes of #board that a template sets:
//   data-title               whose turn it is or how the game ended, for the browser's tab
//   data-last                what the last move was, for its sound: its colour, or "draw"

import { $, hasEnded, isAsked, root } from "./dom.js";
import { sound } from "./sounds.js";

const AFTER = 0.3; // seconds from the sound of a move to that of one's turn

/** Tell what has changed from one board to the next; `moved`: whether anything happened. */
export function notice(old, fresh, moved) {
  document.title = `${fresh.dataset.title} · Undercut`;
  if (!moved) return;
  const [yours, ended] = [isAsked(old, fresh), hasEnded(old, fresh)];
  if (ended) sound(["won", "lost"].find((kind) => $(`.end.${kind}`, fresh)) ?? "over");
  else {
    sound(fresh.dataset.last);
    if (yours) sound("yours", AFTER);
  }
  if ((yours || ended) && root.dataset.notify === "on") notify(fresh);
}

/** Vibrate, and notify the reader who is looking at something else. */
async function notify(fresh) {
  navigator.vibrate?.([60, 40, 60]);
  if (!document.hidden || window.Notification?.permission !== "granted") return;
  const { title, table } = fresh.dataset;
  const text = { body: $("#status", fresh)?.textContent ?? "", tag: table };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) return worker.showNotification(title, text);
  try {
    new Notification(title, text).onclick = () => window.focus();
  } catch {
    // Browsers of phones show notifications only by a service worker.
  }
}
