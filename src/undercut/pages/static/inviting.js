// Sharing the link of a table or a result, where the browser can share.
//
// Attributes shared with the page:
//   data-share   on a button: the address to share; shown by the style sheets if the browser can share
//   data-title   on the same button: what to call it
//   data-text    on a button without an address: the id of the field with the text to share

if (navigator.share) document.documentElement.classList.add("can-share");

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-share]");
  if (!button) return;
  // A reader who changes their mind has shared nothing, and needs no message.
  const result = button.dataset.text && document.getElementById(button.dataset.text).value;
  const link = { title: button.dataset.title, url: button.dataset.share };
  navigator.share(result ? { text: result } : link).catch(() => {});
});
