// The service worker: keeps the page to show without a connection, and its style sheets. It keeps no table.

const KEPT = "offline-3";
const PAGE = "/no-connection";
const ASSETS = [PAGE, "/static/favicon.svg", "/assets/site.css"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(ASSETS)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = async () => {
    for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  };
  event.waitUntil(old());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  const isPage = request.mode === "navigate" && request.method === "GET";
  if (!isPage && (address.origin !== location.origin || !ASSETS.includes(address.pathname))) return;
  const kept = () => caches.match(isPage ? PAGE : request, { ignoreSearch: true });
  event.respondWith(fetch(request).catch(async () => (await kept()) ?? Response.error()));
});
