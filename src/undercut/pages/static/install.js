// Registers the service worker, which shows a page of the site when there is no connection.

addEventListener("load", () => {
  navigator.serviceWorker?.register("/worker.js").catch(() => {}); // some private windows refuse it
});
