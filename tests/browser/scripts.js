// What tests measure, note and break in pages; `script("name")` of people.py gives one of these functions.
({
  /** What a page shows of its table. */
  shown: () => {
    const board = document.querySelector("#board");
    const all = (selector, within = board) => [...within.querySelectorAll(selector)];
    const cards = (within) => all("[data-card]", within).map((card) => card.dataset.card);
    return {
      version: Number(board.dataset.version),
      cards: cards(board).concat(all('use[href^="/cards/"]').map((face) => face.getAttribute("href").split("#")[1])),
      hands: Object.fromEntries(all("[data-hand]").map((hand) => [hand.dataset.hand, cards(hand)])),
      own: all(".hand .slot").flatMap(cards),
      lines: all(".log li").map((line) => line.innerText),
    };
  },

  /** Where the parts of a table are that stay while cards move. */
  frame: () => ["#board", ".bar", ".ring, .rail", ".zone-stock, .piles, .levels", ".choices", ".own .hand", ".dock, .tools"]
    .map((part) => document.querySelector(part)?.getBoundingClientRect())
    .map((box) => box && [box.left, box.top, box.right, box.bottom].map(Math.round)),

  // Links within a text are as high as its lines, and what lies off the screen or shows only to a screen reader is not
  // meant for fingers; cards lie over one another, but of each 28 px are free.
  smallTargets: (finger) => {
    const things = "a, button, input:not([type=radio], [type=checkbox], [type=hidden]), select, textarea, summary, "
      + ".choice, .pick > label";
    const words = (text) => [...text.childNodes].some((node) => node.nodeType === 3 && node.data.trim().length > 1);
    const inText = (one) => one.matches("a:not(.button)")
      && one.closest(".why, li, p") && words(one.closest(".why, li, p"));
    const small = [];
    for (const one of document.querySelectorAll(things)) {
      const { width, height, right, bottom } = one.getBoundingClientRect();
      const seen = one.checkVisibility({ visibilityProperty: true }) && right > 0 && bottom > 0;
      if (!seen || one.matches(".vh") || inText(one)) continue;
      if (one.matches(":not(.terms) > .term")) continue; // small headings: the menu lists them for fingers
      const narrow = one.matches(".hand label") ? 28 : finger; // of a large hand; the chosen card is whole
      if (width < narrow || height < finger) small.push([one.outerHTML.slice(0, 120), width, height]);
    }
    return small;
  },

  coveredCards: () => [...document.querySelectorAll(".pick > label")].filter((label) => {
    label.scrollIntoView({ block: "nearest", inline: "center" });
    const { left, top } = label.getBoundingClientRect();
    return [[2, 2], [26, 2], [2, 40], [26, 40]].some(([x, y]) => {
      const hit = document.elementFromPoint(left + x, top + y);
      return !label.contains(hit);
    });
  }).map((label) => label.textContent),

  chips: () => {
    const box = (one) => one.getBoundingClientRect();
    const chips = box(document.querySelector(".pick > input:checked ~ .uses > .chips"));
    const covered = (one) => box(one).bottom > chips.top + 1 && box(one).top < chips.bottom;
    return [...document.querySelectorAll(".hand label .card, .aim")].filter(covered).map((one) => one.className);
  },

  /** How many rows, and at Cups cards of the hand, a card that is shown large covers. */
  coveredRows: () => {
    const { left, top, right, bottom } = document.querySelector(".plays figure").getBoundingClientRect();
    const boxes = [...document.querySelectorAll(".cups .hand .card, .level")].map((one) => one.getBoundingClientRect());
    return boxes.filter((box) => box.right > left && box.left < right && box.bottom > top && box.top < bottom).length;
  },

  figures: () => [...document.querySelectorAll(".hand .slot > .card:nth-last-child(1 of .card)")]
    .map((card) => getComputedStyle(card))
    .map((style) => ["--whole", "--part", "--strip"].find((name) => style.getPropertyValue(name) === "inline") ?? ""),

  clockSizes: () => [...document.querySelectorAll(".clock, .chip-clock")].filter((clock) => clock.checkVisibility())
    .map((clock) => parseFloat(getComputedStyle(clock).fontSize)),

  coveredHints: () => [...document.querySelectorAll(".pick:has(.hinted) > label, :is(.bare, .none) > .hinted")].filter((one) => {
    const { left, top } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(left + 12, top + 12));
  }).map((one) => one.outerHTML),

  /** Remarks of one word a line, words beyond their band, and what stands tall or beside the middle at the end. */
  cramped: () => [...document.querySelectorAll(".rail .saying, .stage h4, .grand .end > *, .grand .next button")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const band = one.parentElement.getBoundingClientRect();
    if (!one.checkVisibility()) return false;
    if (one.matches(".saying")) return right - left < 80;
    if (one.matches("h4")) return top < band.top || bottom > band.bottom;
    return one.matches("button") ? bottom - top > 64 : Math.abs(left + right - innerWidth) > 4;
  }).map((one) => one.outerHTML),

  nameFaults: () => {
    const found = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
      const beyond = (one) => one.getClientRects().length && one.getBoundingClientRect().right > width + 1;
      const held = (one) => one && (!["visible"].includes(getComputedStyle(one).overflowX) && !beyond(one)
        || held(one.parentElement));
      const wide = [...document.querySelectorAll("body *")].filter((one) => beyond(one) && !held(one.parentElement));
      found.push(["sticks out", ...wide.slice(0, 3).map((one) => one.outerHTML.slice(0, 120))]);
    }
    for (const name of document.querySelectorAll("bdi")) {
      if (name.closest(".vh") || !name.getClientRects().length) continue;
      const range = document.createRange();
      range.selectNodeContents(name);
      const rects = [...range.getClientRects()];
      for (let box = name.parentElement; box; box = box.parentElement) {
        const style = getComputedStyle(box);
        const place = box.getBoundingClientRect();
        if (["auto", "scroll"].includes(style.overflowY)) break;
        if (place.width <= 2) break;
        const sideways = ["hidden", "clip"].includes(style.overflowX)
          && rects.some((one) => one.right > place.right + 1 || one.left < place.left - 1);
        const below = ["hidden", "clip"].includes(style.overflowY)
          && rects.some((one) => one.bottom > place.bottom + 3);
        const told = style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none";
        if (sideways || below) {
          if (!told) found.push(["cut", name.textContent.slice(0, 20), box.outerHTML.slice(0, 120)]);
          break;
        }
        if (style.position === "fixed") break;
      }
    }
    return found;
  },

  bareNames: (names) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const text = walker.currentNode, parent = text.parentElement;
      if (parent.closest("bdi, option, textarea, script, svg, [aria-hidden='true'].avatar")) continue;
      if (names.some((name) => text.data.includes(name))) found.push(parent.outerHTML.slice(0, 120));
    }
    return found;
  },

  hitAfterUpdate: () => new Promise((done) => {
    const hit = (label) => {
      const { left, top } = label.getBoundingClientRect();
      return label.contains(document.elementFromPoint(left + 10, top + 10));
    };
    const look = () => done([
      performance.now() - since,
      document.getAnimations().length,
      ...[...document.querySelectorAll(".pick > label, :is(.bare, .none) > .move")].map(hit),
    ]);
    let since;
    const watch = new MutationObserver(() => {
      if (!document.querySelector("#board[data-yours]")) return;
      watch.disconnect();
      since = performance.now();
      requestAnimationFrame(() => requestAnimationFrame(look));
    });
    watch.observe(document.querySelector("main"), { childList: true });
  }),

  focused: () => {
    const on = document.activeElement;
    return on.matches("input[name=card]") ? "card " + on.value
      : on.matches("button.move") ? "move " + on.value
      : on.matches("button.use") ? "chip " + on.dataset.kind
      : on === document.body ? "body" : (on.textContent || on.ariaLabel || on.id).trim();
  },

  askBots: async ([program, requests]) => {
    const worker = new Worker("python.js", { type: "module" });
    const ask = (text) => new Promise((resolve) => {
      const reply = new MessageChannel();
      reply.port1.onmessage = ({ data }) => resolve(data.text ?? data.error);
      worker.postMessage({ think: text }, [reply.port2]);
    });
    worker.postMessage({ bots: { program } });
    const found = [];
    for (const request of requests) found.push(await ask(request));
    worker.terminate();
    return found;
  },

  fillStorage: () => {
    const { add } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.add = function () {
      throw new DOMException("there is none", "QuotaExceededError");
    };
    self.tidy = () => (IDBObjectStore.prototype.add = add);
  },

  spoilMemory: async () => {
    const memories = await caches.open("undercut memory /club/");
    const [program] = await memories.keys();
    await memories.put(program, new Response("not a memory"));
  },

  picturesRead: () => {
    const read = performance.getEntriesByType("resource").map((each) => each.name.replace(/#.*/, ""));
    return read.filter((name) => name.includes(".svg")).length;
  },

  docsKept: async () => {
    const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().filter((file) => file.url.includes("/docs/")).length;
  },

  damageGame: (table) => new Promise((resolve, reject) => {
    const opening = indexedDB.open("undercut /club/");
    opening.onsuccess = () => {
      const transaction = opening.result.transaction("events", "readwrite");
      transaction.objectStore("events").put('[0.0,{"type":', [table, 2]);
      transaction.oncomplete = () => resolve(opening.result.close());
      transaction.onabort = () => reject(transaction.error);
    };
  }),

  noteFigures: () => {
    const look = () => { window.shown ||= document.querySelector(".plays figure") !== null; };
    new MutationObserver(look).observe(document.body, { childList: true });
  },

  noteGrowth: () => {
    const look = () => { window.grew ||= document.querySelector(".grown")?.textContent; };
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
  },

  countSounds: () => {
    window.heard = 0;
    const connect = AudioNode.prototype.connect;
    AudioNode.prototype.connect = function (...given) {
      window.heard += 1;
      return connect.apply(this, given);
    };
  },

  recordMoves: () => {
    window.played = [];
    addEventListener("submit", (event) => {
      if (event.target.id !== "play") return;
      window.played.push(event.submitter.value);
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
  },

  /** A point where a click hits a lit place. */
  pointOf: (place) => {
    const box = place.getBoundingClientRect();
    for (const x of [0.1, 0.3, 0.5, 0.7, 0.9]) for (const y of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const at = [box.left + box.width * x, box.top + box.height * y];
      if (document.elementFromPoint(...at)?.closest(".aim") === place) return at;
    }
    return null;
  },

  /** The buttons of a kind that are cut, covered or outside the window. */
  hidden: (selector) => [...document.querySelectorAll(selector)].filter((one) => {
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    if (!width) return false;
    const inside = left >= 0 && top >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5;
    const corners = [[left + 6, top + height / 2], [right - 6, top + height / 2], [left + width / 2, top + 4],
      [left + width / 2, bottom - 4]];
    return !inside || one.scrollWidth > one.clientWidth + 1
      || corners.some(([x, y]) => !one.contains(document.elementFromPoint(x, y)));
  }).map((one) => one.textContent),
})
