// Where the chosen card may go: the places of its moves are lit, and each kind of move can be lit alone.
//
//   data-spot                a place that can be a target, by the name used in data-target
//   data-accepts             on a place: the kinds of moves whose card goes there
//   data-target              on a move's button: the card or place that the move targets
//   data-kind                on a move's button, and on the chip of such moves: the kind of move
//   data-verb, data-rest, data-where, data-meaning
//                            on a move's button: its short words: what it does, to what, where that is, what follows
//   data-hits, data-score, data-goal
//                            on a move's button: the cards on the table that it affects, the score after it, its goal
//   data-whole               on a bar of points: the points at its end
//   data-only                on the uses of a card, set here: the kind of move that alone is lit
//   data-tone                on a lit place, set here: the colour of its moves; for the style sheets

import { $, $$, board, isAsked, make } from "./dom.js";

const TONES = ["gain", "strike", "spell", "safe", "plain"];

export const chosenUses = () => $(".pick > input:checked ~ .uses");

/** Whether some card has a use. */
export const canPlay = (on) => $(".pick:not(.idle)", on) !== null;

/** The only move of a reader who was just asked and has no choice; null if it is not so. */
export function onlyAnswer(old, fresh) {
  const asked = isAsked(old, fresh) && !canPlay(fresh);
  const [answer, ...others] = asked ? $$(":is(.bare, .none) > .move", fresh) : [];
  return others.length ? null : (answer ?? null);
}

/** The kind of move that alone is lit; empty for all. */
export const only = () => chosenUses()?.dataset.only ?? "";

/** The moves of a kind that the chosen card has; without a chosen card, those of cards that all do the same. */
export function moves(kind = "") {
  const uses = chosenUses();
  const all = uses ? $$(".legal .move", uses) : $$(".offered.one .legal .move", board());
  return kind ? all.filter((move) => move.dataset.kind === kind) : all;
}

/** The place where a move puts its card; null if no place is known. */
export function spotOf(move) {
  const { target, kind } = move.dataset;
  if (target) {
    const card = CSS.escape(target);
    const found = [`[data-spot="${card}"]`, `.places [data-card="${card}"]`, `.middle [data-card="${card}"]`];
    return found.map((selector) => $(selector, board())).find(Boolean) ?? null;
  }
  return kind ? $(`:is(.own, .middle) [data-accepts~="${CSS.escape(kind)}"]`, board()) : null;
}

/** Whether a click can hit a lit place: some part of it is on the screen, and nothing lies over that part. */
export function isReachable(spot) {
  const box = spot?.getBoundingClientRect();
  if (!box?.width) return false;
  const parts = [0.1, 0.3, 0.5, 0.7, 0.9];
  return parts.some((x) => parts.some((y) => hits(spot, box.left + box.width * x, box.top + box.height * y)));
}

const hits = (spot, x, y) => document.elementFromPoint(x, y)?.closest(".aim") === spot;

const toneOf = (move) => TONES.find((tone) => move.classList.contains(tone)) ?? "plain";

/** Light the places where the chosen card may go, and mark what the hint recommends. */
export function aim() {
  for (const mark of $$(".effect", board())) mark.remove();
  for (const spot of $$(".aim, .advised")) {
    spot.classList.remove("aim", "advised");
    delete spot.dataset.tone;
  }
  const advised = $(".hint .move", board())?.value;
  for (const move of moves(only())) {
    const spot = spotOf(move);
    if (!spot) continue;
    const tone = toneOf(move);
    spot.dataset.tone = spot.classList.contains("aim") && spot.dataset.tone !== tone ? "plain" : tone;
    spot.classList.add("aim");
    tag(spot, spot.dataset.tone === tone ? chipOf(move) : null);
  }
  const hinted = advised && $(`.legal .move[value="${CSS.escape(advised)}"]`, chosenUses() ?? board());
  if (hinted) spotOf(hinted)?.classList.add("advised");
  for (const uses of $$(".uses", board())) markChips(uses, advised);
  placeChips();
  foresee();
}

/** The chip of a move's kind, whose icon its target bears. */
const chipOf = (move) => $(`.chips > [data-kind="${CSS.escape(move.dataset.kind)}"] .ic`, move.closest(".uses"));

/** Mark a card on the table with an icon; one that means several things has none. */
function tag(card, icon) {
  $(":scope > .effect", card)?.remove();
  if (!icon || !card.matches(".card")) return;
  card.append(make("span", { className: "effect" }, icon.cloneNode(true)));
}

/** Show what a kind of move, or one move, leads to: the other cards that it hits, and the score after it. */
function foresee(kind = only(), one = "") {
  for (const card of $$(".hit", board())) {
    card.classList.remove("hit");
    $(":scope > .effect", card)?.remove();
  }
  const meant = moves(kind).filter((move) => !one || move.value === one);
  const found = chosenUses() ? meant.filter((move) => kind || move.dataset.score) : [];
  const areAlike = (what) => new Set(found.map((move) => move.dataset[what])).size === 1;
  const bar = $(".own .goal", board());
  const ghost = $(".ghost", bar);
  const score = areAlike("score") && (kind || found.length === 1 || !areAlike("kind")) ? Number(found[0].dataset.score ?? 0) : 0;
  ghost?.setAttribute("width", `${Math.min(100, (100 * score) / Number(bar.dataset.whole))}%`);
  if (!kind) return;
  for (const move of meant) {
    for (const card of move.dataset.hits?.split(" ") ?? []) {
      const hit = $(`.places [data-card="${CSS.escape(card)}"]`, board());
      if (!hit || hit.classList.contains("aim")) continue;
      hit.classList.add("hit");
      hit.dataset.tone = toneOf(move);
      tag(hit, chipOf(move));
    }
  }
}

for (const [type, from] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
  document.addEventListener(type, ({ target }) => {
    const chip = target.closest?.(".uses > .chips > [data-kind]");
    const way = target.closest?.(".ways.over > .move");
    if (chip) foresee(from ? chip.dataset.kind : only());
    else if (way) foresee(only(), from ? way.value : "");
  });
}

function markChips(uses, advised) {
  const kind = advised && $(`.legal .move[value="${CSS.escape(advised)}"]`, uses)?.dataset.kind;
  for (const chip of $$(".chips > [data-kind]", uses)) {
    chip.classList.toggle("hinted", Boolean(kind) && chip.dataset.kind === kind);
    if (!chip.value) chip.setAttribute("aria-pressed", String(chip.dataset.kind === uses.dataset.only));
  }
}

/** Put the chips above or below the chosen card, as far as the lane reaches, and their tip right there. */
function placeChips() {
  const uses = chosenUses();
  const chips = $(".chips", uses);
  const card = $(".pick > input:checked + label :nth-last-child(1 of .card)")?.getBoundingClientRect();
  if (!chips || !card) return;
  const lane = uses.getBoundingClientRect();
  const half = chips.offsetWidth / 2;
  const middle = card.left + card.width / 2 - lane.left;
  const above = Math.min(Math.max(half, middle), Math.max(half, lane.width - half));
  chips.style.setProperty("--above", `${above}px`);
  chips.style.setProperty("--tip", `${middle - above + half}px`);
  chips.style.setProperty("--reach", `${lane.top - card.bottom}px`);
}

addEventListener("resize", placeChips);
