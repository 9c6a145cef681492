// Looks for what a table offers but a reader cannot see or reach: outside the window, clipped, covered, cut, overlapping.
//
// It is given an empty list, which stays empty if nothing is wrong: each fault is a kind, the thing, and where it is.
() => {
  const faults = [];
  const name = (one) => {
    const text = (one.getAttribute("aria-label") || one.textContent || one.value || "").trim().replace(/\s+/g, " ");
    return `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${text.slice(0, 40)}"`;
  };
  const tell = (kind, one, ...more) => faults.push([kind, name(one), ...more]);
  const rounded = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(" ");
  /** Whether an element is there only for those who hear the page. */
  function heard(one) {
    for (let up = one; up; up = up.parentElement) if (getComputedStyle(up).clipPath === "inset(50%)") return true;
    return false;
  }
  const shown = (one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !one.closest("[popover]:not(:popover-open)") && !heard(one);

  /** What an element's clipping ancestors, and the window, leave of it, or of a line of its text. */
  function left(one, box = one.getBoundingClientRect(), within = one.parentElement) {
    const part = { left: Math.max(box.left, 0), top: Math.max(box.top, 0), right: Math.min(box.right, innerWidth), bottom: Math.min(box.bottom, innerHeight) };
    for (let up = within; up && getComputedStyle(one).position !== "fixed"; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.display === "contents" || style.overflow === "visible") continue;
      const edge = up.getBoundingClientRect();
      Object.assign(part, { left: Math.max(part.left, edge.left), right: Math.min(part.right, edge.right), top: Math.max(part.top, edge.top), bottom: Math.min(part.bottom, edge.bottom) });
    }
    return [box, part];
  }

  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push(["the page scrolls", page.scrollWidth, page.scrollHeight]);
  for (const face of document.querySelectorAll(".card > .face")) {
    const [whole, drawn] = [face.parentElement, face].map((one) => one.clientWidth);
    if (drawn && whole - drawn > 3) faults.push(["smaller than its card", name(face.parentElement), drawn, whole]);
  }

  // Commands: wholly in sight, and what a finger hits there.
  const board = document.querySelector("#board");
  const raised = document.querySelector(".pick > input:checked + label");
  const dialog = document.querySelector("dialog[open]");
  const drawer = document.querySelector(":popover-open");
  const within = dialog ?? drawer ?? document.body;
  const commands = [...within.querySelectorAll("a[href], button, summary, select, input:not([type=hidden], [type=radio], .vh), textarea, label.slot, label.tray, .aim")];
  for (const one of commands) {
    if (!shown(one) || one.matches(".skip") || one.closest(".side ol, .ticker ol")) continue; // lists that scroll
    if (one.matches(".on-pile")) continue; // the whole pile is counted
    if (one.matches(".term") && raised) continue; // a chosen card goes to the place
    if (one.getClientRects().length > 1) continue; // a link within a text, broken over two lines
    const [box, part] = left(one);
    if (box.width < 1 || box.height < 1) continue;
    if (one.closest(".all") && part.bottom < box.bottom - 1) continue; // all sentences about a card may scroll in their window
    if (!drawer && (part.left > box.left + 1 || part.top > box.top + 1 || part.right < box.right - 1 || part.bottom < box.bottom - 1)) {
      tell("clipped", one, rounded(box), rounded(part));
      continue;
    }
    const inHand = one.matches("label.slot, .slot *");
    const free = inHand ? [[3, 3], [14, 4], [4, 30], [14, 30]] : [0.12, 0.5, 0.88].flatMap((x) => [0.2, 0.5, 0.8].map((y) => [x * box.width, y * box.height]));
    const least = inHand || one.matches(".card") ? 2 : 9;
    const hits = free.filter(([x, y]) => {
      const hit = document.elementFromPoint(box.left + x, box.top + y);
      return hit && (one.contains(hit) || hit.contains(one) && hit !== board && hit.closest(".place, .tray, label, summary, a, button") === hit || (raised && raised.contains(hit)));
    });
    const enough = one.matches(".aim") ? 1 : least;
    if (hits.length < enough) tell("covered", one, rounded(box), hits.length);
  }

  // Cards of the hand: of each, a strip can be hit.
  // Zones: no two overlap.
  const zones = [...document.querySelectorAll(".coach, .bar, .asked-of-you, .rail, .seat.other:not(:has(.fold)), .ring .seat, .place, .piles, .direction, .ticker, .facts, .trays, .tray, .offered, .hand, .choices, .bare, .tools, .own > .plate, .own-fold > summary, .side")]
    .filter((one) => shown(one) && getComputedStyle(one).display !== "contents" && one.getBoundingClientRect().width > 1 && one.getBoundingClientRect().height > 1 && !one.closest(":popover-open"));
  const inner = (one) => [...one.children].map((child) => child.getBoundingClientRect()).filter((box) => box.width && box.height);
  zones.forEach((one, n) => {
    const a = one.getBoundingClientRect();
    if (a.left < -1 || a.top < -1 || a.right > innerWidth + 1 || a.bottom > innerHeight + 1) tell("outside", one, rounded(a));
    for (const other of zones.slice(n + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const b = other.getBoundingClientRect();
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 2) tell("overlaps", one, name(other), `${Math.round(wide)}x${Math.round(high)}`);
    }
    // What lies in a zone stays in it.
    if (one.matches(".place, .tray, .rail, .seat, .offered")) {
      for (const card of one.querySelectorAll(".card, h4, p, .count, h3")) {
        if (!shown(card) || card.closest(".place, .tray, .rail, .seat, .offered") !== one || card.closest(".uses")) continue;
        const c = card.getBoundingClientRect();
        if (c.width > 1 && (c.left < a.left - 4 || c.right > a.right + 4 || c.top < a.top - 8 || c.bottom > a.bottom + 8)) tell("sticks out", card, rounded(c), `of ${name(one)}`, rounded(a));
      }
    }
  });

  // Texts: none is cut.
  for (const one of document.querySelectorAll(".status, .latest, .recent p > span, .end :is(h3, p, dd), .hint, .none, .watching, .clock, button, a.button, summary, .coach :is(h1, p), h4, .facts, .offer p")) {
    if (!shown(one) || !one.getBoundingClientRect().width) continue;
    for (let up = one; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflow === "visible" || up.matches(".side, .side *, .ticker ol, .ticker li *")) continue;
      if ((up.scrollWidth > up.clientWidth + 1 || up.scrollHeight > up.clientHeight + 1) && !up.matches(".chip, .unfolded")) tell("cut", one, `by ${name(up)}`, `${up.scrollWidth}x${up.scrollHeight} in ${up.clientWidth}x${up.clientHeight}`);
    }
  }

  // Lines of text: none lies over another, unless it has a ground of its own.
  const lines = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text, currentNode: { parentElement: one } } = texts;
    if (!text.data.trim() || !shown(one)) continue;
    const line = document.createRange();
    line.selectNode(text);
    for (const box of line.getClientRects()) {
      const [, part] = left(one, box, one);
      part.top = Math.max(part.top, box.top + box.height / 4);
      part.bottom = Math.min(part.bottom, box.bottom - box.height / 4);
      if (part.bottom > part.top && part.right > part.left) lines.push([one, part, text]);
    }
  }
  function hasGround(one, other) {
    for (let up = one; !up.contains(other); up = up.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(up);
      if (backgroundColor !== "rgba(0, 0, 0, 0)" || backgroundImage !== "none" || up.matches("g:has(> circle)")) return true;
    }
    return false;
  }
  lines.forEach(([one, a, text], n) => {
    for (const [other, b, words] of lines.slice(n + 1)) {
      if (text === words) continue; // an ellipsis has a place of its own
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (wide > 2 && high > 1 && !hasGround(one, other) && !hasGround(other, one)) faults.push(["lies over", text.data.trim().slice(0, 40), words.data.trim().slice(0, 40), `${Math.round(wide)}x${Math.round(high)}`]);
    }
  });
  return faults;
}
