// Copying a link or a text, and sharing it where the browser can share.
//
// Attributes that a template sets:
//   data-copy                a button that copies the field with this id
//   data-copied              on it: what it says once it has copied
//   data-share               on a button: the address to share; shown by the style sheets if the browser can share
//   data-title               on the same button: what to call it
//   data-text                on a button without an address: the id of the field with the text to share

import { showMessage } from "./announcing.js";
import { root, words } from "./dom.js";

if (navigator.share) root.classList.add("can-share");

async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    field.removeAttribute("aria-hidden");
    field.classList.remove("vh");
    field.select();
    showMessage(words("uncopied"));
  }
}

/** Share a text or an address; a reader who changes their mind has shared nothing, and needs no message. */
function share({ dataset }) {
  const text = dataset.text && document.getElementById(dataset.text).value;
  navigator.share(text ? { text } : { title: dataset.title, url: dataset.share }).catch(() => {});
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copy], [data-share]");
  if (button) "copy" in button.dataset ? copy(button) : share(button);
});
