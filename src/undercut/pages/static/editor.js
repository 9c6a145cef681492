// The position editor: cards to drag from pile to pile, and faults as they arise. The text fields remain the truth;
// the server checks them. The stock is shown as a tray: sorted, equal cards once with their number.
//
// Attributes, set by the template and read here:
//   data-sprite   on #editor: the address of the pictures of the cards
//   data-put      on #editor: the name of the button that puts the chosen card into a pile
//   data-unchecked   on #editor: what is said when a check has failed
//   data-order    on #editor: all cards in the order of the pack
//   data-place    a pile with its text field: "stock", "top" (cards are put on its first), "stacked" (cards lie on cards)
//   data-wrong    on the faults of a pile: its cards that have them
//   data-cards    the cards that are in no pile, equal ones with their number, such as 7×14
//   data-part     replaced by its fresh version after each check

import { $, $$, drawn, fetchPage, fieldsOf, keepFolds, make } from "./dom.js";
import { allowDrags } from "./dragging.js";

const form = $("#editor");
const CHECK_AFTER = 350;
const CARD = /([^\s,|+>×]+)(?:×(\d+))?/g;

const origin = new WeakMap(); // the card of each tile, and where it stands in the text of its pile

let chosen = null; // the tile to put somewhere
let due = null;
let asked = 0;

const fieldOf = (place) => $("input", place);

// --- Cards -----------------------------------------------------------------------------------------------------------

/** Show the cards of a place as buttons. */
function draw(place) {
  const field = fieldOf(place);
  const text = field ? field.value : ($("[data-cards]", place)?.textContent ?? "");
  $(".tiles", place)?.remove();
  if (field && /^[[{]/.test(text.trim())) return; // JSON is edited as text
  const cards = [...text.matchAll(CARD)].map(({ 1: card, 2: count, index }) => [card, index, count]);
  const shown = place.dataset.place === "stock" ? sorted(cards) : cards;
  const tiles = make("div", { className: "tiles flow" }, ...shown.map((card) => tileOf(...card)));
  (field ?? place.firstElementChild).after(tiles);
  for (const tile of $$(".tile", tiles)) tile.classList.toggle("on-card", text[origin.get(tile).index - 1] === "+");
  mark(place);
}

/** List equal cards once, where the first of them stands, in the order of the pack. */
function sorted(cards) {
  const found = new Map();
  for (const [card, index] of cards) found.set(card, [card, found.get(card)?.[1] ?? index, (found.get(card)?.[2] ?? 0) + 1]);
  const order = form.dataset.order.split(" ");
  const listed = [...found.values()].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return listed.map(([card, index, count]) => [card, index, count > 1 ? count : 0]);
}

/** Mark the cards that have faults. */
function mark(place) {
  const wrong = $(".fault", place)?.dataset.wrong.split(" ") ?? [];
  for (const tile of $$(".tile", place)) tile.classList.toggle("wrong", wrong.includes(origin.get(tile).card));
}

function tileOf(card, index, count) {
  const name = count ? `${card} ×${count}` : card;
  const tile = make("button", { type: "button", className: "tile", ariaLabel: name, ariaPressed: "false" });
  origin.set(tile, { card, index });
  const picture = drawn("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" });
  picture.append(drawn("use", { href: `${form.dataset.sprite}#${card}` }));
  tile.append(picture);
  if (count) tile.append(make("b", {}, `×${count}`));
  return tile;
}

/** Move a tile's card to another pile, there onto the tile of a card that cards lie on. */
function move(tile, target, onto) {
  const source = tile.closest(".edited");
  const from = fieldOf(source);
  const to = fieldOf(target);
  const { card, index } = origin.get(tile);
  choose(null);
  if (source === target || !to) return;
  if (from) from.value = tidy(from.value.slice(0, index) + from.value.slice(index + card.length));
  else tile.remove();
  const kind = target.dataset.place;
  if (kind === "stacked" && onto) {
    const end = origin.get(onto).index + origin.get(onto).card.length;
    to.value = `${to.value.slice(0, end)}+${card}${to.value.slice(end)}`;
  } else {
    to.value = (kind === "top" || kind === "stock" ? `${card} ${to.value}` : `${to.value} ${card}`).trim();
  }
  if (from) draw(source);
  draw(target);
  check();
}

/** Remove the signs that a removed card has left alone. */
const tidy = (text) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(^|\s)[+>]+/g, "$1")
    .replace(/[+>]+(?=\s|$)/g, "")
    .replace(/\|\s*(?=\||$)/g, "")
    .replace(/^\s*\|/, "")
    .trim();

// --- Choosing, then "Put here": for keys and taps --------------------------------------------------------------------

function choose(tile) {
  if (chosen) chosen.ariaPressed = "false";
  for (const button of $$(".put")) button.remove();
  chosen = tile === chosen ? null : tile;
  if (!chosen) return;
  chosen.ariaPressed = "true";
  for (const place of $$("[data-place]")) {
    if (place === chosen.closest(".edited")) continue;
    const name = `${form.dataset.put}: ${$("label, b", place).textContent}`;
    place.prepend(make("button", { type: "button", className: "put quiet", ariaLabel: name }, "+"));
  }
}

form.addEventListener("click", (event) => {
  const tile = event.target.closest(".tile");
  const put = event.target.closest(".put");
  const place = event.target.closest(".edited");
  const other = chosen && place && place !== chosen.closest(".edited");
  if (put && chosen) move(chosen, place);
  else if (other && tile && place.dataset.place === "stacked") move(chosen, place, tile);
  else if (tile) choose(tile);
  else if (other && !event.target.closest("input, label")) move(chosen, place);
});

// --- Dragging --------------------------------------------------------------------------------------------------------

/** Take up a picture of a tile. */
function lift(tile, { clientX, clientY }) {
  const picture = $("svg", tile).cloneNode(true);
  picture.classList.add("lifted");
  Object.assign(picture.style, { left: `${clientX}px`, top: `${clientY}px` });
  tile.classList.add("dragged");
  document.body.append(picture);
  return picture;
}

function drop(tile, place, under) {
  $(".lifted").remove();
  tile.classList.remove("dragged");
  if (place) move(tile, place, under.closest(".tile"));
}

allowDrags({ things: "#editor .tile", places: ".edited", over: "over", lift, drop, scrolls: true });

// --- Checking --------------------------------------------------------------------------------------------------------

function check() {
  clearTimeout(due);
  due = setTimeout(ask, CHECK_AFTER);
}

async function ask() {
  const mine = ++asked;
  due = null;
  const { page, url } = await fetchPage(form.action, fieldsOf(form));
  if (mine !== asked || due) return;
  if (!page) return tellFailure();
  history.replaceState(null, "", url);
  show(page);
}

/** Say that the check has failed, in place of the last verdict. */
function tellFailure() {
  const again = make("button", { type: "button", className: "quiet", textContent: $("[value=check]", form).textContent });
  again.addEventListener("click", ask);
  $("#checked").replaceChildren(make("p", { className: "note", textContent: form.dataset.unchecked }), again);
  $("#said").textContent = form.dataset.unchecked;
}

/** Show the answer of the server; what is folded out stays so. */
function show(page) {
  for (const part of $$("[data-part]")) {
    const fresh = page.getElementById(part.id);
    if (!fresh) continue;
    keepFolds(part, fresh);
    part.replaceWith(document.adoptNode(fresh));
  }
  for (const field of $$("input[name], select[name]", form)) {
    const fresh = page.getElementById(field.id);
    const [fault, now] = [form, page].map((one) => $(`#${CSS.escape(`${field.id}-faults`)}`, one));
    if (!fresh || !fault || !now) continue;
    fault.replaceChildren(...now.childNodes);
    fault.dataset.wrong = now.dataset.wrong;
    mark(fault.parentElement);
    if (fault.parentElement.dataset.place === "stock" && field.value !== fresh.value) {
      field.value = fresh.value; // without the cards that have been typed elsewhere
      draw(fault.parentElement);
    }
    field.ariaInvalid = fresh.ariaInvalid;
  }
  draw($("#missing"));
  $("#said").textContent = ($("#checked .hint") ?? $("#checked .done, #checked h2")).textContent;
}

// A hint comes to the page that is there.
document.addEventListener("submit", async (event) => {
  const { submitter, target } = event;
  if (!submitter?.formAction.endsWith("/hint") || target.ariaBusy) return;
  event.preventDefault();
  target.ariaBusy = true;
  const { page } = await fetchPage(submitter.formAction, fieldsOf(target));
  if (page) show(page);
  else target.requestSubmit(submitter); // the page of the fault
});

form.addEventListener("input", ({ target }) => {
  const place = target.closest("[data-place]");
  if (place) draw(place);
  if (target.matches("input[type=text]")) check();
});

// Other rules or numbers of players change the fields themselves, and the pack: what is missing goes into the stock.
form.addEventListener("change", ({ target }) => {
  if (target.matches("[name=rules], [name=seats]")) form.requestSubmit($("[value=fill]", form));
  else if (target.matches("select")) check();
});

for (const place of $$("[data-place], #missing")) draw(place);
