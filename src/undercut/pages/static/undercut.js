// What works on every page: dialogs, questions, reasons. Everything works without scripts, which know no rules: a page
// contains every legal move.
//
// Attributes that a template sets:
//   data-open                a button that opens the dialog with this id
//   data-no                  a button that closes the question around it
//   data-why                 on a disabled button: the reason, shown when it is pressed

import { showMessage, showReason } from "./announcing.js";
import { $, $$, root } from "./dom.js";
import "./settings.js";
import "./sharing.js";

root.classList.add("script");

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  const opener = on("[data-open]") ?? ($("#settings") && on(".gear"));
  if (opener) {
    document.getElementById(opener.dataset.open ?? "settings").showModal();
    event.preventDefault();
  }
  if (on("#message")) showMessage("");
  if (on("[data-no]")) on("details").open = false;
  if (on("[data-why]")) showReason(on("[data-why]").dataset.why);
});

const NAMES = "input[autocomplete=nickname]";

/** Fill in the name that was given last in this browser, which may refuse to keep anything. */
try {
  const last = localStorage.name ?? "";
  for (const field of $$(NAMES)) field.value ||= last;
  document.addEventListener("submit", ({ target }) => {
    const field = $(NAMES, target);
    if (field) localStorage.name = field.value.trim();
  });
} catch {}

// The edition without a server has no manifest, and a service worker of its own. Some private windows refuse one.
if ($("link[rel=manifest]")) navigator.serviceWorker?.register("/worker.js").catch(() => {});
