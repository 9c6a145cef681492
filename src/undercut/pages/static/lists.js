// Lists of tables that update themselves.
//
// Attributes that the page sets:
//   data-stream              the address of its stream
//   data-event               the event sent when the list has changed
//   data-fragment            the address of its content

import { $$ } from "./dom.js";

/** Fetch a list again when its stream reports a change, at most once per second. */
function follow(list) {
  const changes = new EventSource(list.dataset.stream);
  let soon = null;
  changes.addEventListener(list.dataset.event, () => (soon ??= setTimeout(fetchList, 1000)));
  changes.onerror = () => {
    if (changes.readyState === EventSource.CLOSED) setTimeout(follow, 30000, list);
  };
  addEventListener("pagehide", () => changes.close(), { once: true });
  addEventListener("pageshow", ({ persisted }) => persisted && follow(list), { once: true });

  async function fetchList() {
    soon = null;
    const answer = await fetch(list.dataset.fragment, { headers: { Accept: "text/html" } }).catch(() => null);
    if (!answer?.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const focused = list.contains(document.activeElement) && document.activeElement.getAttribute("href");
    list.replaceChildren(...[...page.body.childNodes].map((node) => document.adoptNode(node)));
    if (focused) $$("a", list).find((link) => link.getAttribute("href") === focused)?.focus();
  }
}

for (const list of $$("[data-stream]")) follow(list);
