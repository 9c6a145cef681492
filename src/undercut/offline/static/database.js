// The browser's database: texts by name, and the events of tables by number.

const TEXTS = "texts";
const EVENTS = "events";

const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const finished = (transaction) =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("the browser stored nothing"));
  });

class Database {
  constructor(database) {
    this.database = database;
  }

  async all() {
    const texts = this.database.transaction(TEXTS).objectStore(TEXTS);
    const [names, values] = await Promise.all([done(texts.getAllKeys()), done(texts.getAll())]);
    return JSON.stringify(Object.fromEntries(names.map((name, place) => [name, values[place]])));
  }

  async events(table) {
    const events = this.database.transaction(EVENTS).objectStore(EVENTS);
    return JSON.stringify(await done(events.getAll(IDBKeyRange.bound([table, 0], [table, Infinity]))));
  }

  /** Store all of it or nothing; an event that another tab has stored first is refused. */
  write(text) {
    const [texts, first, logs] = JSON.parse(text);
    const transaction = this.database.transaction([TEXTS, EVENTS], "readwrite", { durability: "strict" });
    for (const [name, value] of Object.entries(texts)) transaction.objectStore(TEXTS).put(value, name);
    for (const [table, events] of Object.entries(logs))
      events.forEach((event, place) => transaction.objectStore(EVENTS).add(event, [table, first + place]));
    return finished(transaction);
  }

  clear() {
    const transaction = this.database.transaction([TEXTS, EVENTS], "readwrite");
    for (const name of [TEXTS, EVENTS]) transaction.objectStore(name).clear();
    return finished(transaction);
  }
}

/** Open the database of an edition; undefined where the browser allows none. */
export async function openDatabase(name) {
  try {
    const opening = indexedDB.open(name, 1);
    opening.onupgradeneeded = () => {
      for (const store of [TEXTS, EVENTS]) opening.result.createObjectStore(store);
    };
    return new Database(await done(opening));
  } catch {
    return undefined;
  }
}
