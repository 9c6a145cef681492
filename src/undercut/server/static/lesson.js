// Tries of a lesson are sent as plain forms: the next step is a page of its own.
document.addEventListener("submit", (event) => event.target.id === "play" && event.stopImmediatePropagation(), true);
