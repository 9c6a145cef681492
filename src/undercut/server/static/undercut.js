// The one script of the site. Everything works without it: it adds live updates, cards that travel, keys, sounds and
// the settings of this browser. It knows no rules: what may be done is in the page.

const root = document.documentElement;
const $ = (selector, within = document) => within.querySelector(selector);
const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
const board = () => $("#board");

// --- Settings of this browser, in a cookie, so that pages come in the right colours ---------------------------------------

const SETTINGS = ["theme", "suits", "motion", "sound"];

function keepSetting({ name, value, type, checked }) {
  root.dataset[name] = type === "checkbox" && !checked ? "" : value;
  const look = SETTINGS.map((setting) => root.dataset[setting] ?? "").join(".");
  document.cookie = `look=${look}; path=/; max-age=31536000; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  if (name === "sound") sound("yours");
}

root.classList.add("script");

// --- Sounds, made on the spot ----------------------------------------------------------------------------------------

const SOUNDS = { move: [[330, 0.05]], yours: [[440, 0.07], [660, 0.09]], over: [[392, 0.12], [523, 0.12], [659, 0.2]] };
let audio = null;

function sound(name) {
  if (root.dataset.sound !== "on" || !window.AudioContext) return;
  audio ??= new AudioContext();
  let at = audio.currentTime;
  for (const [pitch, length] of SOUNDS[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "triangle";
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + length + 0.12);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.14);
    at += length;
  }
}

// --- Telling -----------------------------------------------------------------------------------------------------------

function tell(text) {
  const message = $("#message");
  if (message) message.textContent = text;
}

function announce(text) {
  const live = $("#live");
  if (live && text) live.textContent = text;
}

function showStream(state) {
  const stream = $("#stream");
  if (!stream || stream.dataset.state === state) return;
  stream.hidden = false;
  stream.dataset.state = state;
  stream.textContent = { live: "live", waiting: "reconnecting…", away: "offline", over: "over" }[state];
}

// --- The fragment #board -------------------------------------------------------------------------------------------------

let asked = 0;
let shown = "";

/** Fetch the fragment and swap it in if it is news; of several requests only the last counts. */
async function refresh(address = `/t/${board().dataset.table}/board`) {
  const mine = ++asked;
  const answer = await fetch(address, { headers: { Accept: "text/html" } });
  if (!answer.ok) throw new Error(`The table could not be fetched (${answer.status}).`);
  const text = await answer.text();
  if (mine !== asked || text === shown) return;
  shown = text;
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("board");
  if (fresh) await swap(document.adoptNode(fresh));
}

async function swap(fresh) {
  const old = board();
  const seen = lastLine(old);
  const wasYours = "yours" in old.dataset;
  const put = () => {
    keepState(old, fresh);
    old.replaceWith(fresh);
    dress(fresh);
    focusAgain(fresh);
  };
  if (document.startViewTransition && !lessMotion() && !document.hidden) {
    const journeys = pairCards(old, fresh);
    journeys.forEach(([from], n) => (from.style.viewTransitionName = `card-${n}`));
    const travel = document.startViewTransition(() => {
      journeys.forEach(([from, to], n) => {
        from.style.viewTransitionName = "";
        to.style.viewTransitionName = `card-${n}`;
      });
      put();
    });
    travel.ready.catch(() => {}); // a newer swap cuts this one short
    travel.finished.finally(() => journeys.forEach(([, to]) => (to.style.viewTransitionName = ""))).catch(() => {});
    await travel.updateCallbackDone;
  } else {
    put();
  }
  const lines = $$("[data-seq]", fresh).filter((line) => Number(line.dataset.seq) > seen);
  announce(lines.reverse().map((line) => line.textContent).join(" "));
  if (lines.length) sound(fresh.dataset.phase === "over" ? "over" : "yours" in fresh.dataset && !wasYours ? "yours" : "move");
}

const lessMotion = () => root.dataset.motion === "less" || matchMedia("(prefers-reduced-motion: reduce)").matches;
const lastLine = (from) => Number($("[data-seq]", from)?.dataset.seq ?? 0);

/** Pair each card that is seen now with where it lay before; one that nobody saw comes from a pile or a hand. */
function pairCards(old, fresh) {
  const before = new Map($$("[data-key]", old).map((card) => [card.dataset.key, card]));
  const pairs = [];
  const come = [];
  for (const card of $$("[data-key]", fresh)) {
    const same = before.get(card.dataset.key);
    if (same) pairs.push([same, card]);
    else come.push(card);
    before.delete(card.dataset.key);
  }
  const gone = [...before.values()];
  const hidden = $$(`[data-hand="${fresh.dataset.mover}"] .back, [data-source] .card`, old).reverse();
  for (const card of come) {
    const place = gone.findIndex((left) => left.dataset.card === card.dataset.card);
    const from = place >= 0 ? gone.splice(place, 1)[0] : source(card, hidden);
    if (from) pairs.push([from, card]);
  }
  return pairs.filter(([from]) => from.checkVisibility?.() ?? true).slice(0, 150);
}

function source(card, hidden) {
  const toHand = card.closest(".play") !== null;
  const place = hidden.findIndex((back) => (back.closest("[data-source]") !== null) === toHand);
  return place >= 0 ? hidden.splice(place, 1)[0] : null;
}

/** What the reader had chosen or opened stays so. */
function keepState(old, fresh) {
  const chosen = $("input[name=card]:checked", old);
  const again = chosen && !$("input[name=card]:checked", fresh) && fresh.querySelector(`#${CSS.escape(chosen.id)}`);
  if (again) again.checked = true;
  for (const opened of $$("details[open]", old)) {
    const same = $$("details", fresh).find((one) => one.className === opened.className);
    if (same) same.open = true;
  }
  const focused = document.activeElement;
  if (old.contains(focused)) fresh.dataset.focus = focused.id || focused.value || focused.getAttribute("href") || "first";
}

function focusAgain(fresh) {
  const wanted = fresh.dataset.focus;
  if (!wanted) return;
  delete fresh.dataset.focus;
  const same = $$("input, button, a, summary", fresh).find((one) => [one.id, one.value, one.getAttribute("href")].includes(wanted));
  (same ?? $("input[name=card]:checked, input[name=card]", fresh) ?? $("#status", fresh))?.focus({ preventScroll: true });
}

/** Add to a fresh board what only a script can do. */
function dress(fresh) {
  for (const button of $$("[data-copy], [data-open]")) button.hidden = false;
  for (const uses of $$(".uses", fresh)) {
    $$(".move", uses).slice(0, 9).forEach((button, n) => button.setAttribute("data-number", n + 1));
  }
  aim();
}

// --- Taking up a card ------------------------------------------------------------------------------------------------------

const chosenUses = () => $(".pick > input:checked ~ .uses");

/** Mark what the chosen card may be played on. */
function aim() {
  for (const spot of $$(".aim")) spot.classList.remove("aim");
  const uses = chosenUses();
  if (uses) for (const button of $$("[data-target]", uses)) spotOf(button.dataset.target)?.classList.add("aim");
}

const spotOf = (target) =>
  $(`[data-spot="${CSS.escape(target)}"]`, board()) ?? $(`.places [data-card="${CSS.escape(target)}"]`, board());

function playOn(spot) {
  const fit = $$("[data-target]", chosenUses()).filter((button) => spotOf(button.dataset.target) === spot);
  if (fit.length === 1) fit[0].click();
  else fit[0]?.focus();
}

function putDown() {
  const chosen = $(".pick > input:checked");
  if (!chosen) return;
  chosen.checked = false;
  aim();
}

// --- Commands ------------------------------------------------------------------------------------------------------------

let sending = false;

async function send(form, submitter) {
  if (sending) return;
  sending = true;
  submitter?.setAttribute("aria-busy", "true");
  tell("");
  try {
    const body = new URLSearchParams(new FormData(form, submitter));
    const answer = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (answer.ok) {
      const { table } = await answer.json().catch(() => ({}));
      if (form.dataset.send === "go" && table) return void (location.href = `/t/${table}`);
    } else {
      tell(await complaint(answer));
    }
    await refresh();
  } catch (error) {
    tell(navigator.onLine ? `That did not arrive: ${error.message}` : "You are offline. Nothing was sent.");
  } finally {
    sending = false;
    submitter?.removeAttribute("aria-busy");
  }
}

async function complaint(answer) {
  const said = await answer.json().catch(() => ({}));
  if (answer.status === 409) return "The table had moved on before that arrived. This is how it stands now.";
  const clause = said.clause ? ` (${said.clause})` : "";
  return `${said.detail ?? `That was refused (${answer.status}).`}${clause}`;
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.id !== "play" && !("send" in form.dataset)) return;
  event.preventDefault();
  send(form, event.submitter);
});

document.addEventListener("change", (event) => {
  if (event.target.closest("#settings")) keepSetting(event.target);
  if (event.target.name === "card") aim();
});

document.addEventListener("click", (event) => {
  const target = event.target;
  const opener = target.closest("[data-open]") ?? ($("#settings") && target.closest(".gear"));
  if (opener) {
    event.preventDefault();
    openDialog(opener.dataset.open ?? "settings");
  }
  const copy = target.closest("[data-copy]");
  if (copy) copyLink(copy);
  const step = target.closest("a[data-swap]");
  if (step && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    goTo(step.href);
  }
  const spot = target.closest(".aim");
  if (spot && !target.closest("button")) {
    event.preventDefault();
    playOn(spot);
  }
});

function openDialog(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
}

async function copyLink(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = "Copied";
  } catch {
    tell("The browser does not let the page copy: the link is selected, copy it with your keys.");
  }
}

async function goTo(address) {
  try {
    await refresh(address);
    history.replaceState(null, "", address);
  } catch (error) {
    tell(error.message);
  }
}

// --- Keys ------------------------------------------------------------------------------------------------------------------

const KEYS = {
  "?": () => openDialog("keys"),
  ArrowLeft: () => along(-1),
  ArrowRight: () => along(1),
  ArrowUp: () => between(-1),
  ArrowDown: () => between(1),
  Enter: () => takeUp(),
  Escape: () => escape(),
};

function groups() {
  const bare = $$(".bare .move", board());
  const cards = $$("input[name=card]", board());
  const uses = chosenUses();
  return [bare, cards, uses ? $$("button, a", uses) : []].filter((group) => group.length);
}

const groupOf = (all) => all.findIndex((group) => group.includes(document.activeElement));

/** Left and right move within cards or moves; in a finished game they step. */
function along(by) {
  const step = $(by < 0 ? 'a[rel="prev"]' : 'a[rel="next"]', board());
  if (step) return step.click() ?? true;
  const all = groups();
  const at = groupOf(all);
  const group = all[at] ?? all.find(([first]) => first.name === "card") ?? all[0];
  if (!group) return false;
  const place = at < 0 ? (by < 0 ? group.length - 1 : 0) : group.indexOf(document.activeElement) + by;
  return choose(group[(place + group.length) % group.length]);
}

/** Up and down go between the moves without a card, the cards, and the uses of the chosen one. */
function between(by) {
  const all = groups();
  const at = groupOf(all);
  if (!all.length || at < 0) return false;
  const next = all[at + by];
  if (!next) return true;
  return choose(next.find((one) => one.checked) ?? next[0]);
}

function choose(one) {
  one.focus();
  if (one.type === "radio" && !one.checked) one.click();
  return true;
}

function takeUp() {
  if (document.activeElement?.name !== "card") return false;
  const first = $("button, a", chosenUses() ?? document.createElement("i"));
  first?.focus();
  return true;
}

function escape() {
  const inUses = document.activeElement?.closest?.(".uses");
  const chosen = $(".pick > input:checked");
  if (inUses && chosen) chosen.focus();
  else putDown();
  tell("");
  return false;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !board() || $("dialog[open]")) return;
  if (event.target.closest("input:not([name=card]), textarea, select")) return;
  const number = /^[1-9]$/.test(event.key) && $(`[data-number="${event.key}"]`, chosenUses() ?? document.createElement("i"));
  if (number) number.click();
  if (number || KEYS[event.key]?.()) event.preventDefault();
});

// --- The stream -----------------------------------------------------------------------------------------------------------

let stream = null;
let last = null;
let waiting = 0;

/** Listen from the version that the page shows; the browser itself resumes with Last-Event-ID. */
function listen() {
  stream?.close();
  stream = new EventSource(`/t/${board().dataset.table}/events?after=${last ?? board().dataset.version}`);
  stream.onopen = () => {
    showStream("live");
    catchUp();
  };
  stream.onerror = () => {
    showStream(navigator.onLine ? "waiting" : "away");
    // A stream that the server ended for good is opened anew, later each time.
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, Math.min(30000, 1000 * 2 ** waiting++));
  };
  stream.onmessage = (event) => {
    waiting = 0;
    last = event.lastEventId || last;
    catchUp();
  };
}

let due = null;

/** However many events arrive together, the fragment is fetched once. */
function catchUp() {
  if (board().dataset.step !== undefined) return;
  due ??= setTimeout(async () => {
    due = null;
    try {
      await refresh();
    } catch (error) {
      tell(error.message);
      setTimeout(catchUp, 3000);
    }
  }, 30);
}

if (board()) {
  dress(board());
  $(".no-script")?.remove();
  addEventListener("offline", () => showStream("away"));
  addEventListener("online", listen);
  listen();
}
for (const button of $$("[data-open]")) button.hidden = false;
