// The form for a new table: asks the server again after each choice, and shows what follows from it.
//
// Attributes shared with the page:
//   data-part   a part that depends on other choices, by its name; replaced when the server has answered
//   data-field   a group of fields that has an effect only with certain choices

import { $, $$, fetchPage, fieldsOf } from "./dom.js";

const form = $("form.choices");
const value = (name) => new FormData(form).get(name);
let asked = 0;
let waiting = null;

/** Disable fields that have no effect with the present choices. */
function adapt() {
  const alone = value("against") === "bots";
  const unclocked = value("clock.time") === "";
  for (const part of $$("[data-field=zero]", form)) part.hidden = unclocked;
  const own = value("seat") === "none" ? 0 : 1;
  for (const box of $$("[data-field=practice] input", form)) box.disabled = !alone;
  $$("[name='opponents[]']", form).forEach((seat, place) => {
    const used = place < Number(value("players")) - own;
    seat.disabled = !used;
    seat.closest(".field").hidden = !used;
  });
}

/** Ask the server for the page with the present choices, and replace the parts that depend on them. */
async function ask() {
  const mine = ++asked;
  const query = fieldsOf(form);
  query.delete("_csrf_token");
  const { page } = await fetchPage(`/new?${query}`);
  if (!page || mine !== asked) return;
  for (const part of $$("[data-part]", form)) {
    const fresh = $(`form.choices [data-part="${part.dataset.part}"]`, page);
    if (fresh && fresh.innerHTML !== part.innerHTML) replace(part, fresh, query);
  }
  adapt();
}

/** Replace a part; the focus stays where it was, and so does what was typed there since the question. */
function replace(part, fresh, query) {
  const { id, name, value } = document.activeElement;
  const inside = part.contains(document.activeElement);
  part.replaceChildren(...fresh.childNodes);
  if (!inside) return;
  const same = $$("input, select", part).find((one) => (id ? one.id === id : one.name === name && one.value === value));
  if (!same) return;
  if (query.get(name) !== value) same.value = value;
  same.focus({ preventScroll: true });
}

form.addEventListener("change", ({ target }) => {
  if (target.name === "name") return;
  adapt();
  asked += 1; // what is on its way answers earlier choices
  clearTimeout(waiting);
  waiting = setTimeout(ask, 60);
});

adapt();
