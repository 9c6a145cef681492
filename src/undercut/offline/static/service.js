// The service worker: files come from the cache, pages from the worker with Python that one of the tabs keeps.

const VERSION = "@VERSION@";
const FILES = new Set(["@FILES@"]);
const DOCS = new Set(["@DOCS@"]); // kept once a reader opens one of their pages
const READY = new Map(["@READY@"]); // pages that the build has made, by address, with the way back to the folder

const SCOPE = new URL(self.registration.scope);
const BASE = SCOPE.pathname;
const NAME = `undercut ${BASE} `;
const PATIENCE = 60000;

// --- Files -------------------------------------------------------------------------------------------------------------

const opened = caches.open(NAME + VERSION);

/** Return a file from the cache, or fetch it and keep it. */
async function file(name) {
  const cache = await opened;
  const kept = await cache.match(BASE + name);
  if (kept) return kept;
  const answer = await fetch(BASE + name, { cache: "no-cache" });
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  await cache.put(BASE + name, answer.clone());
  return answer;
}

/** Let the browser use a file whose address has its version again: it would read the pictures anew at each move. */
function lasting(found) {
  const headers = new Headers(found.headers);
  headers.set("Cache-Control", "max-age=31536000, immutable");
  return new Response(found.body, { headers });
}

async function keepAll(names) {
  for (const name of names) await file(name);
}

/** Keep an update; the docs only if they were kept before. */
async function keepUpdate() {
  const hadDocs = await caches.match(`${BASE}docs/index.html`);
  await keepAll(hadDocs ? [...FILES, ...DOCS] : FILES);
}

self.addEventListener("install", (event) => {
  // An update is complete before it serves; at the first visit, nobody waits for all files.
  if (self.registration.active) event.waitUntil(keepUpdate());
});

async function tidy() {
  for (const name of await caches.keys())
    if (name.startsWith(NAME) && name !== NAME + VERSION) await caches.delete(name);
}

self.addEventListener("activate", (event) => event.waitUntil(tidy().then(() => self.clients.claim())));

// --- The tab with Python -----------------------------------------------------------------------------------------------

let leading = null; // { id, ready }
const waiting = new Set();
const open = new Map(); // cancel function of each open response, with the tab that it comes from

/** End the answers of tabs that no longer lead: pages ask again, and streams begin anew. */
function endOthers() {
  for (const [end, id] of open) if (id !== leading.id) end();
}

self.addEventListener("message", (event) => {
  const { leads, ready, keep, update } = event.data;
  if (leads) {
    leading = { id: event.source.id, ready };
    endOthers();
    event.source.postMessage({ told: ready });
    for (const go of waiting) go();
    waiting.clear();
  }
  if (keep) event.waitUntil(keepAll(FILES).then(tidy).then(() => event.source.postMessage({ kept: true }), () => {}));
  if (update) self.skipWaiting();
});

/** Return the tab that answers; ask all tabs if it is not known, or gone. */
async function leader() {
  for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
    const client = leading && (await self.clients.get(leading.id));
    if (client) return client;
    leading = null;
    for (const each of await self.clients.matchAll({ type: "window" })) each.postMessage({ who: true });
    await new Promise((resolve) => {
      waiting.add(resolve);
      setTimeout(resolve, 500);
    });
  }
  return null;
}

// --- Pages -------------------------------------------------------------------------------------------------------------

/** Let the addresses of a page that the build has made begin in this folder. */
async function readyPage(path) {
  const [name, up] = READY.get(path);
  const text = await (await file(name)).text();
  return new Response(text.replaceAll(`="${up}`, `="${BASE}`), { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

/** Return the page around all pages, which begins with the page of an address. */
async function shell(address) {
  const text = await (await file("index.html")).text();
  const first = `src="${(BASE + address.slice(1)).replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`;
  const made = text.replace('<base href="./">', () => `<base href="${BASE}">`).replace('src="front.html"', () => first);
  return new Response(made, { headers: { "Content-Type": "text/html; charset=utf-8" } });
}

async function fields(request) {
  if (request.method !== "POST") return [];
  const form = await request.formData();
  return Promise.all([...form].map(async ([name, value]) => [name, typeof value === "string" ? value : await value.text()]));
}

/** Answer with a page; before Python is there, with what the build has made. */
async function page(request, path, search) {
  // A form of another site's page must not act here.
  const isOurs = request.method === "GET" || request.referrer.startsWith(SCOPE.href);
  if (!isOurs) return new Response("This form did not come from a page of this edition.", { status: 403 });
  const isThere = leading?.ready && (await self.clients.get(leading.id));
  if (request.method === "GET" && READY.has(path) && !search && !isThere) return readyPage(path);
  return ask(request, path, search);
}

async function ask(request, path, search) {
  const asked = {
    method: request.method,
    path,
    query: [...new URLSearchParams(search)],
    form: await fields(request),
    accept: request.headers.get("accept") ?? "*/*",
    last_event: request.headers.get("last-event-id") ?? "",
  };
  const client = await leader();
  if (!client) return new Response("No tab of this page answers. Reload it.", { status: 503 });
  const { port1, port2 } = new MessageChannel();
  const answer = answered(port1, client.id);
  client.postMessage({ request: asked, isPage: request.mode === "navigate" }, [port2]);
  return answer;
}

/** Return the answer of a tab that comes through a port, piece by piece. */
function answered(port, id) {
  return new Promise((resolve) => {
    let stream = null;
    const close = () => {
      open.delete(fail);
      port.close();
    };
    const fail = () => {
      resolve(new Response("The tab that answered is gone. Try again.", { status: 502 }));
      stream.error(new Error("the tab that answered is gone"));
      close();
    };
    open.set(fail, id);
    const body = new ReadableStream({
      start: (controller) => (stream = controller),
      cancel: () => {
        port.postMessage({ stop: true });
        close();
      },
    });
    port.onmessage = ({ data }) => {
      if (data.status) {
        const headers = new Headers(data.headers);
        const to = headers.get("Location");
        resolve(to ? Response.redirect(to, data.status) : new Response(body, { status: data.status, headers }));
      }
      if (data.body) stream.enqueue(data.body);
      if (data.end) {
        stream.close();
        close();
      }
    };
  });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (address.origin !== SCOPE.origin) return;
  const path = address.pathname.startsWith(BASE) ? address.pathname.slice(BASE.length - 1) : address.pathname;
  const isRead = request.method === "GET";
  const name = path === "/docs/" ? "docs/index.html" : path.slice(1);
  if (isRead && DOCS.has(name)) {
    event.respondWith(file(name));
    if (request.mode === "navigate") event.waitUntil(keepAll(DOCS).catch(() => {}));
  } else if (isRead && request.mode === "navigate" && request.destination === "document") {
    event.respondWith(shell(path + address.search));
  } else if (isRead && FILES.has(name)) event.respondWith(file(name).then(address.search ? lasting : undefined));
  else event.respondWith(page(request, path, address.search));
});
