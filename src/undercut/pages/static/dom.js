// What every module of the script uses to look at the page.
//
// Each script lists the attributes that it owns at its head.
//
//   data-looking             on the root: a hint is being looked for
//   data-words               on #message: what the script says, by name, with its values in braces

export const root = document.documentElement;
export const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
export const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];

/** Make an element with properties and content. */
export function make(tag, properties = {}, ...content) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...content);
  return made;
}

/** Make an element of a picture with attributes. */
export function drawn(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** Give an element the place of a box on the screen. */
export function layAt({ style }, { left, top, width, height }) {
  Object.assign(style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
}

export const parse = (text) => new DOMParser().parseFromString(text, "text/html");

/** What a form sends by one of its buttons. */
export const fieldsOf = (form, button = null) => new URLSearchParams(new FormData(form, button));

/** Ends a request that is not answered in time. */
export const patience = () => AbortSignal.timeout(60_000);

/** Fetch a page, or post fields to it, with the address to which its request led; without a page if it did not come. */
export async function fetchPage(address, fields = null) {
  const options = { method: fields ? "POST" : "GET", body: fields, headers: { Accept: "text/html" }, signal: patience() };
  try {
    const answer = await fetch(address, options);
    return answer.ok ? { page: parse(await answer.text()), url: answer.url } : { page: null, status: answer.status };
  } catch {
    return { page: null };
  }
}

/** Return what starts a stream, also again; after each error response it starts by itself, after a longer wait. */
export function stream(address, listeners) {
  let [source, due, wait] = [null, null, 3000];
  const start = () => {
    clearTimeout(due);
    source?.close();
    source = new EventSource(address());
    for (const [kind, listener] of Object.entries(listeners)) source.addEventListener(kind, listener);
    source.addEventListener("open", () => (wait = 3000));
    source.addEventListener("error", () => {
      if (source.readyState !== EventSource.CLOSED) return; // it reconnects by itself
      due = setTimeout(start, wait);
      wait = Math.min(2 * wait, 30_000);
    });
  };
  addEventListener("pagehide", () => source?.close());
  return start;
}

/** The part of a table's page that changes; null on other pages. */
export const board = () => $("#board");

const sentences = JSON.parse($("#message")?.dataset.words ?? "{}");

/** What the script says, in the page's words. */
export const words = (name, values = {}) => (sentences[name] ?? "").replace(/\{(\w+)\}/g, (_, value) => values[value]);

const nameOf = (one) =>
  one.id || ["rel", "value", "aria-label"].map((name) => one.getAttribute(name)).find(Boolean) || one.textContent;

/** Find the element of a fresh part that takes the place of the focused one. */
export function sameIn(old, fresh) {
  const name = old.contains(document.activeElement) && nameOf(document.activeElement);
  return $$("a, button, input, select, summary, [tabindex]", fresh).find((one) => nameOf(one) === name);
}

/** Keep open or closed what the reader has opened or closed in the old part. */
export function keepFolds(old, fresh) {
  for (const fold of $$("details", fresh)) {
    const same = $$("details", old).find((one) => one.id === fold.id && one.className === fold.className);
    if (same) fold.open = same.open;
  }
}

/** Whether the reader has been asked for a move since an older board. */
export const isAsked = (old, fresh) => "yours" in fresh.dataset && !("yours" in old.dataset);

/** Whether the game has ended since an older board. */
export const hasEnded = (old, fresh) => fresh.dataset.phase === "over" && old.dataset.phase === "playing";

/** Whether the reader wants nothing to move. */
export const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Say that a hint is being looked for, on this board and the next; return what ends it. */
export function looking() {
  root.dataset.looking = "";
  return () => delete root.dataset.looking;
}

const PATIENCE = 150; // milliseconds, so that a quick answer need not draw the page twice

/** Mark a button as busy, unless that is undone at once; return what undoes it. */
export function busy(button) {
  const marking = setTimeout(() => button?.setAttribute("aria-busy", "true"), PATIENCE);
  return () => {
    clearTimeout(marking);
    button?.removeAttribute("aria-busy");
  };
}

/** Whether a click follows a link here, not in another tab or window. */
export const isPlain = (event) => !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);

let pressed = false;

/** Whether the reader's last press was on the keyboard. */
export const byKey = () => pressed;

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => (pressed = kind === "keydown"), true);
