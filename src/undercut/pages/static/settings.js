// The settings dialog of a table: a cookie, so that the server renders the right colours.

import { $$, root } from "./dom.js";
import { sound } from "./sounds.js";

// In the order of the cookie's parts, which the server knows, too.
const SETTINGS = ["theme", "suits", "motion", "sound", "notify", "answer", "back", "cloth", "double", "sayings"];

/** Keep a setting that the reader has changed. */
export async function keepSetting(input) {
  const { name, value, type, checked } = input;
  root.dataset[name] = type === "checkbox" && !checked ? "" : value;
  if (name === "notify" && checked) await mayNotify(input);
  const look = SETTINGS.map((setting) => root.dataset[setting] ?? "").join(".");
  const [prefix, safe] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
  document.cookie = `${prefix}look=${look}; path=/; max-age=31536000; samesite=lax${safe}`;
  if (name === "sound") sound("yours");
}

/** Ask the browser for permission; without it, only vibration is left. */
async function mayNotify(input) {
  const answer = (await window.Notification?.requestPermission()) ?? "denied";
  for (const note of $$(".denied", input.closest("form"))) note.hidden = answer === "granted";
}

document.addEventListener("change", ({ target }) => target.closest("#settings, .appearance") && keepSetting(target));
