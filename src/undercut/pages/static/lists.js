// Lists of tables that update themselves.
//
// Attributes that the page sets:
//   data-stream              the address of its stream
//   data-event               the event sent when the list has changed
//   data-fragment            the address of its content, alone or in a page as an element with the same id
//   data-every               the seconds after which content without a stream is fetched again, while it is in sight

import { $$, fetchPage, stream } from "./dom.js";

/** Fetch a list again when its stream reports a change, at most once per second. */
function follow(list) {
  let soon = null;
  const update = () => {
    soon = null;
    fetchList(list);
  };
  const heard = () => (soon ??= setTimeout(update, 1000));
  const listen = stream(() => list.dataset.stream, { [list.dataset.event]: heard });
  listen();
  addEventListener("pageshow", ({ persisted }) => persisted && (listen(), update()));
}

/** Fetch the content of a list, and show it. */
async function fetchList(list) {
  const { page } = await fetchPage(list.dataset.fragment);
  if (!page) return;
  const focused = list.contains(document.activeElement) && document.activeElement.getAttribute("href");
  const fresh = (list.id && page.getElementById(list.id)) || page.body;
  if (list.dataset.every && told(list) === told(fresh)) return; // what has the focus keeps it
  list.replaceChildren(...[...fresh.childNodes].map((node) => document.adoptNode(node)));
  if (focused) $$("a", list).find((link) => link.getAttribute("href") === focused)?.focus();
}

const told = (list) => [list.textContent, ...$$("a", list).map((link) => link.getAttribute("href"))].join(" ");

for (const list of $$("[data-stream]")) follow(list);
for (const list of $$("[data-every]")) {
  setInterval(() => document.hidden || fetchList(list), 1000 * list.dataset.every);
}
