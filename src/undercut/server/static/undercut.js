// The one script of the site. Everything works without it; it adds live updates, cards that travel, keys and sounds.
// It knows no rules: what may be done is in the page.
//
// The page and the script share these attributes. Unless another is named, a template sets them and the script reads them.
//
// On <html>, kept in a cookie by the script:
//   data-theme, data-suits   how pages look; for the style sheets
//   data-motion              "less": cards do not travel
//   data-sound               "on": moves can be heard
// On #board, the part of a table's page that changes:
//   data-table               the table's id, for its addresses
//   data-version             the number of its last event; two boards with the same number differ only in their parts
//   data-phase               "open", "playing" or "over"
//   data-mover               the seat that moved last, from whose hand an unseen card travels
//   data-yours               it is the reader's move
//   data-imported            a record that was brought along: nothing will happen, so there is no stream
//   data-step                the moves before the moment that is shown: the reader looks at an earlier one
// On cards and places of the board:
//   data-key                 a card's name on this table; the same key on two boards is the same card
//   data-card                the card as notation writes it
//   data-hand                a hand, by its seat
//   data-source              a pile from which cards are drawn
//   data-spot                a place that moves can aim at, by the name that data-target uses
//   data-target              on a move's button: the card or place at which it aims
//   data-number              on a move's button, set by the script: the key that plays it; shown by the style sheets
// On what the reader can do or is told:
//   data-part                may be replaced alone while the version stays the same
//   data-next                the link to the next game, followed when it appears
//   data-seq                 a line of the log, by the number of its event; new ones are read out
//   data-send                a form that is sent without leaving the page
//   data-swap                a link to another moment of a finished game, fetched into #board
//   data-why                 a button that cannot be used now: the reason, told when it is pressed
//   data-copy                a button that copies the field with this id; shown by the script
//   data-open                a button that opens the dialog with this id; shown by the script
//   data-state               on #stream, set by the script: "live", "waiting" or "away"; for the style sheets
// On a list that keeps itself up to date:
//   data-stream              the address of its stream
//   data-event               the event that says that the list has changed
//   data-fragment            the address of its content

const root = document.documentElement;
const $ = (selector, within = document) => within?.querySelector(selector) ?? null;
const $$ = (selector, within = document) => [...(within?.querySelectorAll(selector) ?? [])];
const board = () => $("#board");

root.classList.add("script");

// --- Settings: a cookie, so that pages come in the right colours --------------------------------------------------

function keepSetting({ name, value, type, checked }) {
  root.dataset[name] = type === "checkbox" && !checked ? "" : value;
  const look = ["theme", "suits", "motion", "sound"].map((setting) => root.dataset[setting] ?? "").join(".");
  const safe = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `look=${look}; path=/; max-age=31536000; samesite=lax${safe}`;
  if (name === "sound") sound("yours");
}

// --- Sounds, made on the spot: pitches in hertz and lengths in seconds --------------------------------------------

const SOUNDS = { move: [[330, 0.05]], yours: [[440, 0.07], [660, 0.09]], over: [[392, 0.12], [523, 0.12], [659, 0.2]] };
let audio = null;

function sound(name) {
  if (root.dataset.sound !== "on" || !window.AudioContext) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.12 });
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length + 0.12);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.14);
    at += length;
  }
}

// --- Telling --------------------------------------------------------------------------------------------------------

function tell(text) {
  if ($("#message")) $("#message").textContent = text;
}

const STATES = { live: "live", waiting: "reconnecting…", away: "offline" };

function showStream(state) {
  const stream = $("#stream");
  if (stream.dataset.state === state) return;
  stream.hidden = false;
  stream.dataset.state = state;
  stream.textContent = STATES[state];
}

// --- The fragment #board --------------------------------------------------------------------------------------------

let asked = 0;
let shown = "";

/** Fetch the fragment and show it if it is news; of several requests only the last counts. */
async function refresh(address = `/t/${board().dataset.table}/board`) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`the table could not be fetched (${answer.status})`);
  const text = await answer.text();
  if (mine !== asked || text === shown) return;
  shown = text;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
  if (fresh) await show(document.adoptNode(fresh));
}

async function show(fresh) {
  const old = board();
  if (fresh.dataset.version === old.dataset.version && patch(old, fresh)) return;
  const next = $("[data-next]", fresh);
  if (next && !$("[data-next]", old)) location.assign(next.href); // the rematch has begun
  const seen = lastLine(old);
  const wasYours = "yours" in old.dataset;
  await swap(old, fresh);
  const news = $$("[data-seq]", fresh).filter((line) => Number(line.dataset.seq) > seen);
  if (!news.length) return;
  $("#live").textContent = news.reverse().map((line) => line.textContent).join(" ");
  sound(fresh.dataset.phase === "over" ? "over" : "yours" in fresh.dataset && !wasYours ? "yours" : "move");
}

const lastLine = (from) => Number($("[data-seq]", from)?.dataset.seq ?? 0);

/** Between two events only some parts change: who is there, who thinks, what may be asked. The rest stays untouched. */
function patch(old, fresh) {
  const [before, after] = [old, fresh].map((one) => $$("[data-part]", one));
  if (before.length !== after.length || old.dataset.step !== fresh.dataset.step) return false;
  keepState(old, fresh);
  dress(fresh);
  before.forEach((part, n) => {
    if (!part.isEqualNode(after[n]) && !part.contains(document.activeElement)) part.replaceWith(after[n]);
  });
  return true;
}

/** Put the fresh board in the place of the old, and let each card travel to where it lies now. */
async function swap(old, fresh) {
  const put = () => {
    const focused = keepState(old, fresh);
    old.replaceWith(fresh);
    dress(fresh);
    focused?.focus({ preventScroll: true });
  };
  if (!document.startViewTransition || still() || document.hidden) return put();
  const journeys = pairCards(old, fresh);
  journeys.forEach(([from], n) => (from.style.viewTransitionName = `card-${n}`));
  const travel = document.startViewTransition(() => {
    journeys.forEach(([, to], n) => (to.style.viewTransitionName = `card-${n}`));
    put();
  });
  travel.ready.catch(() => {}); // a newer swap cuts this one short
  travel.finished.finally(() => journeys.forEach(([, to]) => (to.style.viewTransitionName = ""))).catch(() => {});
  await travel.updateCallbackDone;
}

/** Pair each card that is seen now with where it lay before; one that nobody saw comes from a pile or a hand. */
function pairCards(old, fresh) {
  const before = new Map($$("[data-key]", old).map((card) => [card.dataset.key, card]));
  const cards = $$("[data-key]", fresh);
  const stayed = cards.filter((card) => before.has(card.dataset.key));
  const pairs = stayed.map((card) => [before.get(card.dataset.key), card]);
  stayed.forEach((card) => before.delete(card.dataset.key));
  const gone = [...before.values()];
  const hidden = $$(`[data-hand="${fresh.dataset.mover}"] .back, [data-source] .card`, old).reverse();
  for (const card of cards.filter((one) => !stayed.includes(one))) {
    const drawn = card.closest(".play") !== null;
    const from =
      take(gone, (left) => left.dataset.card === card.dataset.card) ??
      take(hidden, (back) => (back.closest("[data-source]") !== null) === drawn);
    if (from) pairs.push([from, card]);
  }
  return pairs;
}

function take(list, fits) {
  const place = list.findIndex(fits);
  return place < 0 ? null : list.splice(place, 1)[0];
}

/** What the reader has chosen, opened and scrolled stays so; returns what is to have the focus. */
function keepState(old, fresh) {
  const chosen = $("input[name=card]:checked", old);
  const again = chosen && $(`#${CSS.escape(chosen.id)}`, fresh);
  if (again && !$("input[name=card]:checked", fresh)) again.checked = true;
  for (const opened of $$("details[open]", old)) {
    $$("details", fresh).filter((one) => one.className === opened.className).forEach((one) => (one.open = true));
  }
  const focused = document.activeElement;
  if (!old.contains(focused)) return null;
  const name = (one) => one.id || one.value || one.getAttribute("href") || one.textContent;
  const same = $$("input, button, a, summary, [tabindex]", fresh).find((one) => name(one) === name(focused));
  return same ?? $("input[name=card]:checked, input[name=card]", fresh) ?? $("#status", fresh);
}

/** Add to the board what only a script can do. */
function dress(fresh) {
  for (const button of $$("[data-copy]", fresh)) button.hidden = false;
  for (const uses of $$(".uses", fresh)) {
    $$(".move", uses).slice(0, 9).forEach((button, n) => button.setAttribute("data-number", n + 1));
  }
  aim();
}

// --- Taking up a card ----------------------------------------------------------------------------------------------

const chosenUses = () => $(".pick > input:checked ~ .uses");
const spotOf = (target) =>
  $(`[data-spot="${CSS.escape(target)}"]`, board()) ?? $(`.places [data-card="${CSS.escape(target)}"]`, board());

/** Mark what the chosen card may be played on. */
function aim() {
  for (const spot of $$(".aim")) spot.classList.remove("aim");
  for (const button of $$("[data-target]", chosenUses())) spotOf(button.dataset.target)?.classList.add("aim");
}

const still = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Bring what may be done with the chosen card into view; the page stays where it is if one sees that already. */
function showUses() {
  const behavior = still() ? "instant" : "smooth";
  ($(".legal", chosenUses()) ?? chosenUses())?.scrollIntoView({ block: "nearest", behavior });
}

/** A place or card was tapped on which the chosen card may be played: do it, or show the ways if there are several. */
function playOn(spot) {
  const fit = $$("[data-target]", chosenUses()).filter((button) => spotOf(button.dataset.target) === spot);
  if (fit.length === 1) fit[0].click();
  else fit[0]?.focus();
}

// --- Commands --------------------------------------------------------------------------------------------------------

const sending = new Set();

async function send(form, button) {
  if (sending.has(form)) return; // clicked twice
  sending.add(form);
  button?.setAttribute("aria-busy", "true");
  tell("");
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!answer.ok) tell(await complaint(answer));
    await refresh();
  } catch (error) {
    tell(navigator.onLine ? `That may not have arrived: ${error.message}.` : "You are offline: nothing was sent.");
  } finally {
    sending.delete(form);
    button?.removeAttribute("aria-busy");
  }
}

async function complaint(answer) {
  if (answer.status === 409) return "The table had moved on before that arrived. This is how it stands now.";
  const said = await answer.json().catch(() => ({}));
  return `${said.detail ?? `That was refused (${answer.status}).`}${said.clause ? ` (${said.clause})` : ""}`;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "play" && !("send" in event.target.dataset)) return;
  event.preventDefault();
  send(event.target, event.submitter);
});

document.addEventListener("change", ({ target }) => {
  if (target.closest("#settings")) keepSetting(target);
  if (target.name === "card") {
    aim();
    showUses();
  }
});

document.addEventListener("click", (event) => {
  const on = (selector) => event.target.closest(selector);
  const opener = on("[data-open]") ?? ($("#settings") && on(".gear"));
  const step = !event.ctrlKey && !event.metaKey && !event.shiftKey && on("a[data-swap]");
  const spot = !on("button") && on(".aim");
  if (opener) document.getElementById(opener.dataset.open ?? "settings").showModal();
  if (step) goTo(step.href);
  if (spot) playOn(spot);
  if (opener || step || spot) event.preventDefault();
  if (on("[data-why]")) tell(on("[data-why]").dataset.why);
  if (on("[data-copy]")) copyLink(on("[data-copy]"));
});

async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    tell("The browser does not let the page copy. The link is selected: copy it with your keys.");
  }
}

let stepping = 0;

async function goTo(address) {
  stepping += 1;
  clearTimeout(due);
  due = null;
  try {
    await refresh(address);
    history.replaceState(null, "", address);
  } catch (error) {
    tell(`That step is missing: ${error.message}.`);
  } finally {
    stepping -= 1;
  }
}

// --- Keys: each returns whether it did anything -----------------------------------------------------------------------

const KEYS = {
  "?": () => $("#keys").showModal() ?? true,
  ArrowLeft: () => along(-1),
  ArrowRight: () => along(1),
  ArrowUp: () => between(-1),
  ArrowDown: () => between(1),
  Enter: () => document.activeElement.name === "card" && ($("button, a", chosenUses())?.focus() ?? true),
  Escape: () => putDown(),
};

/** The moves without a card, the cards, and the uses of the chosen one, as far as there are any. */
const groups = () =>
  [$$(".bare .move", board()), $$("input[name=card]", board()), $$("button, a", chosenUses())].filter((one) => one.length);

/** Left and right go along cards or moves; in a finished game they step. */
function along(by) {
  const step = $(by < 0 ? 'a[rel="prev"]' : 'a[rel="next"]', board());
  if (step) return step.click() ?? true;
  const at = groups().find((group) => group.includes(document.activeElement));
  const group = at ?? groups().find(([first]) => first.name === "card") ?? groups()[0];
  if (!group) return false;
  const place = at ? group.indexOf(document.activeElement) + by : Math.min(by, 0);
  return choose(group.at(place % group.length));
}

/** Up and down go between those groups. */
function between(by) {
  const all = groups();
  const at = all.findIndex((group) => group.includes(document.activeElement));
  const next = all[at + by];
  if (at < 0 || !next) return at >= 0;
  return choose(next.find((one) => one.checked) ?? next[0]);
}

function choose(one) {
  one.focus();
  if (one.type === "radio" && !one.checked) one.click();
  return true;
}

function putDown() {
  const chosen = $(".pick > input:checked");
  tell("");
  if (!chosen) return false;
  if (document.activeElement.closest(".uses")) chosen.focus();
  else chosen.checked = false;
  aim();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !board() || $("dialog[open]")) return;
  if (event.target.closest("input:not([name=card]), textarea, select")) return;
  const number = /^[1-9]$/.test(event.key) && $(`[data-number="${event.key}"]`, chosenUses());
  if (number) number.click();
  if (number || KEYS[event.key]?.()) event.preventDefault();
});

// --- The stream --------------------------------------------------------------------------------------------------------

let stream = null;
let last = null;

/** Listen from what the page shows on; the browser comes back by itself with Last-Event-ID, unless it was turned away. */
function listen() {
  stream?.close();
  stream = new EventSource(`/t/${board().dataset.table}/events?after=${last ?? board().dataset.version}`);
  stream.onopen = () => showStream("live") ?? catchUp();
  stream.onerror = () => {
    showStream(navigator.onLine ? "waiting" : "away");
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 3000);
  };
  stream.onmessage = (event) => {
    last = event.lastEventId || last;
    catchUp();
  };
  stream.addEventListener("seats", catchUp);
}

let due = null;

/** However many events arrive together, the fragment is fetched once. */
function catchUp() {
  if (stepping || "step" in board().dataset) return; // the reader looks at an earlier moment
  due ??= setTimeout(async () => {
    due = null;
    await refresh().catch(() => setTimeout(catchUp, 3000));
  }, 30);
}

for (const button of $$("[data-open]")) button.hidden = false;

if (board()) dress(board());

// At a record that somebody brought along nobody plays: there is nothing to hear.
if (board() && !("imported" in board().dataset)) {
  addEventListener("offline", () => showStream("away"));
  addEventListener("online", listen);
  // Nothing happens when a seat has been empty for long enough that a bot may take it over: one has to ask.
  setInterval(() => !document.hidden && $(".away", board()) && catchUp(), 20000);
  addEventListener("pagehide", () => stream?.close());
  addEventListener("pageshow", ({ persisted }) => persisted && listen());
  listen();
}

// --- Lists that keep themselves up to date ----------------------------------------------------------------------------

/** Fetch a list anew whenever its stream says that it has changed; however fast it changes, once in a second. */
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
