// What the others play: each card comes to the middle, large, with what it does and arrows to the cards that it hits.
// Then it flies to its place. Several come one after another. The board behind is already as it is after all of them,
// and whatever the reader does ends the show.
//
//   data-told                on a line of what has happened since the reader's last move: the number of its event
//   data-by                  on the same: the seat that moved
//   data-shows               on the same: the card that others played, if the reader may know it
//   data-turned              on the same: the card that the move turned up by itself
//   data-tone                on what a card does: the class of its colour

import { $, $$, drawn, layAt, make, root, still } from "./dom.js";
import { picture, travel, whereIs } from "./flights.js";

const ARRIVE = 420; // milliseconds, as are the following
const REST = 750;
const LEAVE = 320;
const GAP = 36; // pixels between the shown card and those that it hits
const MOST = 5; // the latest that are shown when bots move faster than that; at the end of a game, the last one

/** The plays to come, the layer of the one that is shown, the end of all of them, and whether the reader skips them. */
const show = { waiting: [], stage: null, end: null, skips: false };

/** List what others have played since an event, oldest first: for each play its card, then the one that it turned up. */
export function findPlays(old, fresh, after) {
  if (still() || show.skips || root.dataset.speed === "off" || document.hidden || "step" in fresh.dataset) return [];
  const rows = $$(".ticker [data-told]", fresh).filter((row) => Number(row.dataset.told) > after);
  const plays = rows.reverse().map((row) => {
    const { shows, turned, by, hits } = row.dataset;
    const struckNow = () => hits.split(" ").map((card) => struck(old, card)).filter(Boolean);
    const played = shows && { row, card: shows, part: 0, from: handOf(old, by), hits: struckNow() };
    const from = $("[data-source]", old)?.getBoundingClientRect();
    return [played, turned && { row, card: turned, part: -1, from, hits: [] }].filter(Boolean);
  });
  return plays.filter((parts) => parts.length);
}

/** The cards that plays show: those played, and those that they hit. */
export const cardsOf = (plays) => new Set(plays.flat().flatMap(({ card, hits }) => [card, ...hits.map((hit) => hit.card)]));

/** Show plays after those that are still waiting, but only the latest; it ends when all have been shown. */
export async function showPlays(plays, most = MOST) {
  show.waiting = [...show.waiting, ...plays].slice(-most);
  if (show.waiting.length) show.end ??= showAll();
  await show.end;
}

async function showAll() {
  try {
    while (show.waiting.length) await showNext();
  } finally {
    show.end = null;
  }
}

/** End the show at once. */
function endShow() {
  show.waiting = [];
  for (const one of show.stage?.getAnimations({ subtree: true }) ?? []) one.cancel();
}

for (const kind of ["pointerdown", "keydown", "resize"]) addEventListener(kind, endShow, true);

addEventListener("submit", ({ target }) => (show.skips ||= target.action.endsWith("/skip")));
document.addEventListener("board", ({ detail }) => (show.skips &&= detail.matches("[data-phase=playing]:not([data-yours])")));

async function showNext() {
  const [play] = show.waiting;
  const part = play.shift();
  if (!play.length) show.waiting.shift();
  const hidden = [];
  const hide = (card) => card && hidden.push(card) && card.classList.add("in-flight");
  show.stage = make("div", { className: "plays", ariaHidden: "true" });
  try {
    await present(part, hide);
  } catch (error) {
    if (error.name !== "AbortError") throw error; // `endShow` has cancelled the animations
  } finally {
    for (const card of hidden) card.classList.remove("in-flight");
    show.stage.remove();
    show.stage = null;
  }
}

async function present({ row, card, part, from, hits }, hide) {
  // The more are waiting, the faster they pass.
  const pace = (root.dataset.speed === "slow" ? 2 : 1) / (1 + show.waiting.length / 2);
  const [face, use] = [".card", ".told .use"].map((of) => $$(of, row).at(part).cloneNode(true));
  const player = part < 0 ? [] : [$(".pic", row).cloneNode(true)]; // no one plays the card that is turned up
  const figure = make("figure", {}, ...player, face, use);
  show.stage.append(figure);
  document.body.append(show.stage);
  [placeOf(card), ...hits.map((hit) => placeOf(hit.card))].forEach(hide);
  keepClear(figure, hits.map((hit) => hit.at));
  const box = whereIs(face);
  const ghosts = hits.map((hit) => ghost(hit, use.dataset.tone));
  const arriving = { duration: ARRIVE * pace, easing: "cubic-bezier(.16, 1, .3, 1)" };
  if (from) await figure.animate(comingFrom(from, box), arriving).finished;
  hits.forEach((hit) => point(box, hit.at));
  await show.stage.animate([], REST * pace).finished;
  $("svg.arrows", show.stage)?.remove();
  const goes = [leave(face, card, pace, hide), ...ghosts.map((one, n) => leave(one, hits[n].card, pace, hide))];
  for (const other of $$(":scope > :not(.card)", figure)) goes.push(fade(other, pace));
  await Promise.all(goes);
}

const fade = (one, pace) => one.animate([{ opacity: 0 }], { duration: LEAVE * pace, fill: "forwards" }).finished;

/** Let a card fly from the stage to where it now lies; one that cannot be seen there fades away. */
function leave(shown, card, pace, hide) {
  const place = placeOf(card);
  const to = place && whereIs(place);
  if (!to?.width) return fade(shown, pace);
  hide(place);
  const flying = picture($(".face", place) ? place : shown);
  const from = whereIs(shown);
  shown.classList.add("in-flight");
  show.stage.append(flying);
  return travel(flying, from, to, LEAVE * pace).finished;
}

function comingFrom(from, box) {
  const [[fromX, fromY], [toX, toY]] = [middle(from), middle(box)];
  return [{ transform: `translate(${fromX - toX}px, ${fromY - toY}px) scale(0.3)`, opacity: 0.4 }, { transform: "none" }];
}

// --- Cards and places ------------------------------------------------------------------------------------------------

const isSeen = (one) => one.getBoundingClientRect().width > 0;

/** The place of a player's hand, or of the player where the hand is folded away. */
function handOf(from, seat) {
  const places = [`[data-hand="${seat}"]`, `.seat:has(#seat-${seat}) .chip`, `.seat:has(#seat-${seat})`];
  return places.map((place) => $(place, from)).find((place) => place && isSeen(place))?.getBoundingClientRect();
}

const LYING = ":is(.places, .middle, .ring, .rail, .trays)";

/** A card on the table before a move, as a picture and where it lay. */
function struck(old, card) {
  const found = $$(`${LYING} [data-card="${CSS.escape(card)}"]`, old).find(isSeen);
  return found && { card, picture: picture(found), at: whereIs(found) };
}

/** The place of a card on the board, or where it filled a row; of equal ones, that of the one that has come last. */
function placeOf(card) {
  const alike = $$(`#board [data-card="${CSS.escape(card)}"]`).filter(isSeen);
  return alike.find((one) => one.classList.contains("moved")) ?? $(".lifted .due") ?? alike[0] ?? null;
}

/** Move the shown card away from what it hits, upwards if there is room. */
function keepClear(figure, hits) {
  const box = figure.getBoundingClientRect();
  const beside = (at) => at.left >= box.right || at.right <= box.left;
  const apart = (at) => at.top >= box.bottom + GAP || at.bottom <= box.top - GAP;
  if (hits.every((at) => beside(at) || apart(at))) return;
  const up = Math.min(...hits.map((at) => at.top)) - GAP - box.height;
  const down = Math.max(...hits.map((at) => at.bottom)) + GAP;
  figure.style.top = `${(up >= GAP ? up : Math.min(down, innerHeight - box.height)) + box.height / 2}px`;
}

/** Show a card that is hit where it lay. */
function ghost({ picture: shown, at }, tone) {
  shown.classList.add("struck", tone);
  layAt(shown, at);
  show.stage.append(shown);
  return shown;
}

// --- Arrows ----------------------------------------------------------------------------------------------------------

const middle = ({ left, top, width, height }) => [left + width / 2, top + height / 2];

/** Draw an arrow from the shown card to a card that it hits, from edge to edge. */
function point(box, at) {
  const arrows = $("svg.arrows", show.stage) ?? drawn("svg", { class: "arrows" });
  show.stage.prepend(arrows);
  const [[x, y], [left, top]] = [middle(box), middle(at)];
  const long = Math.hypot(left - x, top - y) || 1;
  const [dx, dy] = [(left - x) / long, (top - y) / long];
  const edge = ({ width, height }) => Math.min(width / 2 / (Math.abs(dx) || 1e-9), height / 2 / (Math.abs(dy) || 1e-9));
  const [start, stop] = [edge(box), long - edge(at) - 6];
  if (stop - start < 16) return; // they touch
  const on = (part, aside = 0) => `${x + dx * part - dy * aside} ${y + dy * part + dx * aside}`;
  const bend = (stop - start) / 6;
  arrows.append(
    drawn("path", { d: `M${on(start)}Q${on((start + stop) / 2, bend)} ${on(stop)}`, pathLength: 1 }),
    drawn("path", { d: `M${on(stop - 16, 11)}L${on(stop)}L${on(stop - 16, -3)}`, class: "tip" }),
  );
}
