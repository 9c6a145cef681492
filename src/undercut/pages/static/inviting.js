// Sharing the link of a table, where the browser can share.
//
// Attributes shared with the page:
//   data-share   on a button: the address to share; shown by the style sheets if the browser can share
//   data-title   on the same button: what to call it

if (navigator.share) document.documentElement.classList.add("can-share");

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  // A reader who changes their mind has shared nothing, and needs no message.
  navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {});
});
