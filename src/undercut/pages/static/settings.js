// The settings dialog of a table: a cookie such as theme:dark.sound:on, for the server.
//
// On <html>, stored in a cookie by the script:
//   data-theme, data-suits   colours; for the style sheets
//   data-motion              "less": no card animations
//   data-sound               "on" or "off"; otherwise there is sound after the reader's first move
//   data-notify              "on": a notification and a vibration when it is the reader's move
//   data-answer              "auto": answer where there is no choice
//   data-back, data-cloth    backs of the cards, colour of the table; for the style sheets
//   data-speed               "slow" or "off": how long the cards that others play are shown large
//   data-sayings             "off": bots say nothing; for the style sheets
//   data-double              "off": a double click plays no card
// On a button:
//   data-mute                it turns the sound off and on
// On what says that a change is saved:
//   data-saved               its words

import { $, $$, root } from "./dom.js";
import { sound } from "./sounds.js";

const SETTINGS = Object.keys(root.dataset); // the page comes with each of them, and nothing else

/** Keep a setting that the reader has changed. */
async function keepSetting(input) {
  const { name, value } = input;
  root.dataset[name] = value;
  if (name === "notify" && value) await mayNotify(input);
  const look = SETTINGS.filter((one) => root.dataset[one]).map((one) => `${one}:${root.dataset[one]}`).join(".");
  const [prefix, safe] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
  document.cookie = `${prefix}look=${look}; path=/; max-age=31536000; samesite=lax${safe}`;
  if (name === "sound") showSound();
  if (name === "sound" && value === "on") sound("yours");
}

/** Ask the browser for permission; without it, only vibration is left. */
async function mayNotify(input) {
  const answer = (await window.Notification?.requestPermission()) ?? "denied";
  for (const note of $$(".denied", input.closest("form"))) note.hidden = answer === "granted";
}

/** One button mutes the table, or lets it be heard again. */
export function showSound() {
  for (const button of $$("[data-mute]")) {
    button.setAttribute("aria-pressed", String(root.dataset.sound !== "off"));
  }
}

document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-mute]")) keepSetting({ name: "sound", value: root.dataset.sound === "off" ? "on" : "off" });
});

document.addEventListener("change", ({ target }) => {
  const saved = $("[data-saved]", target.closest("#settings, .appearance"));
  if (!saved) return;
  keepSetting(target);
  target.after(saved);
  saved.textContent = saved.dataset.saved;
});
