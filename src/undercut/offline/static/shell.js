// The page around all pages. It stays while the reader goes from page to page, and keeps the workers with Python.
//
// On <body>, written by the build:
//   data-program             the file with the program
//   data-elsewhere           the address of a site where people meet; empty without one
//   data-docs                the page of the docs; empty without them
//   data-pace                the fewest seconds that a bot takes for a move
// and set here, for tests:
//   data-ready               Python answers
//   data-kept                all files are kept; no network is needed any more

const base = new URL(document.baseURI).pathname;
const frame = document.querySelector("iframe");
const note = document.getElementById("note");
const { program, elsewhere, docs, pace } = document.body.dataset;

// The page to show at first. A static host does not know the addresses of pages, and sends their readers here (404.html).
const sent = new URL(new URLSearchParams(location.search).get("to") ?? location.href, document.baseURI);
const wanted = sent.href.startsWith(document.baseURI) ? sent.pathname + sent.search : base;

let pages = null;
let ready = false;
let isTold = false; // the service worker has learned that Python is ready, since the frame was last freshened
let isUsed = false; // since its page has loaded
let isLeaving = false; // for a page that Python makes now

const say = (text, isLasting) => {
  note.textContent = text;
  note.hidden = !text;
  note.classList.toggle("busy", Boolean(text) && !isLasting);
};

const fail = (why) => say(`This browser could not start the program: ${why}`, true);

// --- The workers -------------------------------------------------------------------------------------------------------

function tell() {
  navigator.serviceWorker.controller?.postMessage({ leads: Boolean(pages), ready });
}

/** Start the worker that answers pages; it loads Python once this tab leads. */
function start() {
  const worker = new Worker(new URL("python.js", document.baseURI), { type: "module" });
  const address = new URL(document.baseURI).href.replace(/\/$/, "");
  worker.postMessage({ pages: { program, address, base, elsewhere, docs, pace: Number(pace) } });
  worker.onerror = () => {
    fail("python.js, or a script that it needs, could not be fetched.");
    lead({ postMessage: (_, [port]) => port.postMessage({ status: 503, end: true }) });
  };
  worker.onmessage = ({ data }) => {
    if (data.leads) return lead(worker);
    if (data.cookie !== undefined) return keepCookie(data.cookie);
    if (data.failed) return fail(data.failed);
    ready = data.ready;
    document.body.dataset.ready = "";
    if (!data.isLasting) say("This browser keeps nothing: your games end when you close this page.", true);
    else if (note.classList.contains("busy")) say("");
    tell();
    // The first table comes first.
    setTimeout(() => navigator.serviceWorker.controller?.postMessage({ keep: true }), 3000);
  };
}

function lead(worker) {
  pages = worker;
  tell();
  setInterval(tell, 20000); // a service worker without work ends, with the streams that it passes on
}

/** Show a page that the build has made again, with what is the reader's own, unless it is loading or in use. */
function freshen() {
  const shown = frame.contentDocument;
  if (!isTold || isUsed || isLeaving || shown?.readyState !== "complete") return;
  if (!shown.querySelector("meta[name=made-by-build]")) return;
  isTold = false;
  const { location: at } = frame.contentWindow;
  if (at.pathname.endsWith("/front.html")) at.replace(base);
  else at.reload();
}

// --- The frame ---------------------------------------------------------------------------------------------------------

/** Show the address and the title of the page in the frame as this page's own. */
function mirror() {
  const { location, document: shown } = frame.contentWindow;
  const at = location.href.replace(/front\.html$/, "");
  if (at.startsWith(document.baseURI) && at !== window.location.href) history.replaceState(null, "", at);
  document.title = shown.title;
}

async function save(link) {
  const answer = await fetch(link.href);
  const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1] ?? link.download;
  const made = document.createElement("a");
  made.href = URL.createObjectURL(await answer.blob());
  made.download = name || "undercut";
  made.click();
  setTimeout(() => URL.revokeObjectURL(made.href), 60000);
}

frame.addEventListener("load", () => {
  const inside = frame.contentWindow;
  if (!inside?.document) return;
  mirror();
  isUsed = isLeaving = false;
  for (const kind of ["pointerdown", "keydown"]) inside.addEventListener(kind, () => (isUsed = true), { once: true });
  for (const name of ["pushState", "replaceState"]) {
    const original = inside.history[name].bind(inside.history);
    inside.history[name] = (...given) => (original(...given), mirror());
  }
  inside.addEventListener("popstate", mirror);
  const title = inside.document.querySelector("title");
  if (title) new MutationObserver(mirror).observe(title, { childList: true });
  inside.document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link) return;
    if (link.hasAttribute("download")) {
      event.preventDefault();
      save(link);
    } else if (!link.href.startsWith(document.baseURI)) link.target = link.origin === location.origin ? "_top" : "_blank";
    else if (link.href.startsWith(document.baseURI + "docs/")) link.target = "_top";
  });
  inside.focus();
  freshen();
});

// --- Requests ----------------------------------------------------------------------------------------------------------

/** The cookie of the preferences, which pages read and write themselves, too. */
const cookie = () => /(?:^|; )(?:__Host-)?look=([^;]*)/.exec(document.cookie)?.[1] ?? "";

function keepCookie(value) {
  const [prefix, safe] = location.protocol === "https:" ? ["__Host-", "; secure"] : ["", ""];
  document.cookie = `${prefix}look=${value}; path=/; max-age=31536000; samesite=lax${safe}`;
}

function pass(request, port) {
  if (!ready && note.hidden) say("Starting the games…");
  if (request.method === "POST") navigator.storage?.persist?.();
  pages.postMessage({ request: { ...request, cookie: cookie() } }, [port]);
}

// --- The service worker ------------------------------------------------------------------------------------------------

async function begin() {
  start();
  navigator.serviceWorker.addEventListener("message", ({ data, ports }) => {
    if (data.who && pages) tell();
    if (data.told) {
      isTold = true;
      freshen();
    }
    isLeaving ||= Boolean(data.isPage);
    if (data.request) pass(data.request, ports[0]);
    if (data.kept) document.body.dataset.kept = "";
  });
  navigator.serviceWorker.addEventListener("controllerchange", tell);
  const registered = await navigator.serviceWorker.register("service.js", { scope: base, updateViaCache: "none" });
  await navigator.serviceWorker.ready;
  // A first visit to a page that only Python makes: the worker is ready now.
  const isInside = wanted.length > base.length && !/^[^?]*\/index\.html|^[^?]*\/\?/.test(wanted);
  if (isInside && frame.src.endsWith("front.html")) {
    isLeaving = true;
    frame.src = wanted;
  }
  offerUpdates(registered);
}

/** A new version waits until the reader wants it: games in play go on with the one that they have. */
function offerUpdates(registered) {
  const offer = () => {
    if (!registered.waiting) return;
    say("A new version is here.", true);
    const button = document.createElement("button");
    button.textContent = "Use it now";
    button.addEventListener("click", () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      frame.remove(); // its streams would keep the present version
      registered.waiting?.postMessage({ update: true });
    });
    note.append(" ", button);
  };
  registered.addEventListener("updatefound", () => registered.installing?.addEventListener("statechange", offer));
  offer();
}

if ("serviceWorker" in navigator && "locks" in navigator) {
  begin().catch(fail);
} else {
  say("This browser allows no service worker here, perhaps because the window is private or the page is not on HTTPS.", true);
}
