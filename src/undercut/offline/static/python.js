// A worker with Python: it answers the requests of pages, or plays the bots.

import "./engine.js";
import { openDatabase } from "./database.js";

const PAGE = 65536;
const FOLDER = "/app";

const memories = caches.open(`undercut memory ${new URL(".", import.meta.url).pathname}`);

/** Open a pack: return what its first line says, and a function that fills places with the bytes that follow. */
async function unpack(body) {
  const reader = body.getReader();
  const next = async () => (await reader.read()).value ?? Promise.reject(new Error("it ends too soon"));
  let rest = await next();
  while (!rest.includes(10)) rest = new Uint8Array(await new Blob([rest, await next()]).arrayBuffer());
  const end = rest.indexOf(10);
  const said = JSON.parse(new TextDecoder().decode(rest.subarray(0, end)));
  rest = rest.subarray(end + 1);
  const fill = async (places) => {
    for (const place of places) {
      for (let at = 0; at < place.length; ) {
        if (!rest.length) rest = await next();
        const part = rest.subarray(0, place.length - at);
        place.set(part, at);
        at += part.length;
        rest = rest.subarray(part.length);
      }
    }
    reader.cancel().catch(() => {});
  };
  return { said, fill };
}

/** Fetch the files of the program by path; with a memory, all but the modules that it holds, which come last. */
async function fetched(program, hasModules) {
  const { body } = await fetch(new URL(program, import.meta.url));
  const { said, fill } = await unpack(body.pipeThrough(new DecompressionStream("gzip")));
  const files = said
    .filter(([name]) => !(hasModules && /^undercut\/.*\.pyc$/.test(name)))
    .map(([name, size]) => [`${FOLDER}/${name}`, new Uint8Array(size)]);
  await fill(files.map(([, content]) => content));
  return files;
}

/** Memories of a start in Pyodide, which has only private names for them: those of 314.0.7, which the build pins by its
 * hash. Without a memory, each visit would import the whole program, for seconds. */
const snapshots = {
  making: { _makeSnapshot: true },
  loading: (head) => ({ _loadSnapshot: new Uint8Array(head) }),
  take: (python) => python.makeMemorySnapshot(),
};

/** Fails once a file cannot be fetched: Pyodide would wait for some of them without end. */
const lacks = new Promise((_, reject) => {
  const { fetch } = self;
  self.fetch = async (file, ...options) => {
    const answer = await fetch(file, ...options).catch(() => null);
    if (!answer?.ok) reject(new Error(`${file.url ?? file} could not be fetched.`));
    return answer ?? Response.error();
  };
});
lacks.catch(() => {}); // said where it is awaited

/** Load Python and the program; with the memory of an earlier start, nothing has to be imported again. */
async function load(program, memory) {
  const script = import("./python/pyodide.asm.mjs"); // here, as only the tab that leads needs its 800 kB
  const { loadPyodide } = await import("./python/pyodide.mjs");
  const fetching = fetched(program, Boolean(memory));
  const kept = memory && (await unpack(memory.body));
  const options = {
    indexURL: new URL("python/", import.meta.url).href,
    lockFileContents: { info: { abi_version: "2026_0" }, packages: {} }, // nothing is installed from Pyodide's list
    createPyodideModule: async (settings) => {
      const python = await begin((await script).default, settings, fetching);
      if (kept) await restore(python, kept);
      return python;
    },
  };
  if (kept) return loadPyodide({ ...options, ...snapshots.loading(kept.said.head) });
  const python = await loadPyodide({ ...options, ...snapshots.making });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); import undercut.offline.bridge`);
  return python;
}

/** Begin Python with the files of the program, as soon as they are fetched. */
async function begin(create, settings, fetching) {
  let files;
  settings.preRun.push(async () => {
    settings.addRunDependency(FOLDER);
    files = await fetching;
    settings.removeRunDependency(FOLDER);
  });
  settings.onRuntimeInitialized = () => {
    for (const [path, content] of files) {
      settings.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      settings.FS.writeFile(path, content, { canOwn: true });
    }
    // Before Python itself starts: then it lies at the same place in every memory.
    const library = files.find(([path]) => path.endsWith(".so"))[0];
    settings.loadDynamicLibrary(library, { nodelete: true, allowUndefined: true });
  };
  const starting = create(settings);
  await fetching; // its fault is this one's
  const python = await starting;
  delete settings.instantiateWasm; // it holds the answer with Python, and the browser a compiled copy with that
  return python;
}

const isEmpty = (page) => !new BigUint64Array(page.buffer, page.byteOffset, PAGE / 8).some(Boolean);

/** Copy a kept memory to its place; untouched pages take no room. */
async function restore(python, { said: { pages, size }, fill }) {
  const before = python.HEAPU8.length / PAGE;
  python.growMemory(size);
  const page = (number) => python.HEAPU8.subarray(number * PAGE, (number + 1) * PAGE);
  const listed = new Set(pages);
  for (let number = 0; number < before; number++) if (!listed.has(number) && !isEmpty(page(number))) page(number).fill(0);
  await fill(pages.map(page));
}

/** The name of a memory: of the program and of what it has noted of the edition's own addresses. */
const nameOf = ({ program, elsewhere = "", docs = "" }) => `${program}?${new URLSearchParams({ elsewhere, docs })}`;

/** Load Python and use it, with the memory of an earlier start if one has been kept and is of use. */
async function start(settings, use) {
  const memory = await (await memories).match(nameOf(settings));
  try {
    return await use(await Promise.race([load(settings.program, memory), lacks]), Boolean(memory));
  } catch (error) {
    if (!memory) throw error;
    console.warn("This memory does not fit:", error);
    await (await memories).delete(nameOf(settings));
    return use(await Promise.race([load(settings.program), lacks]), false);
  }
}

/** Keep the memory of this start for later visits: what Pyodide notes before it, and the pages that are not empty. */
async function keep(settings, memory) {
  const begin = new Uint32Array(memory.buffer)[1];
  const page = (number) => memory.subarray(begin + number * PAGE, begin + (number + 1) * PAGE);
  const size = memory.length - begin;
  const pages = [...Array(size / PAGE).keys()].filter((number) => !isEmpty(page(number)));
  const said = JSON.stringify({ head: [...memory.subarray(0, begin)], size, pages });
  for (const earlier of await (await memories).keys()) await (await memories).delete(earlier);
  await (await memories).put(nameOf(settings), new Response(new Blob([said, "\n", ...pages.map(page)])));
}

// --- Pages -------------------------------------------------------------------------------------------------------------

/** Answer a request through a port of the service worker: first the head, then pieces of the body. */
function answer(serve, request, port) {
  const reply = {
    fault: (text) => console.error(text),
    head: (status, headers, cookie) => {
      if (typeof cookie === "string") postMessage({ cookie });
      port.postMessage({ status, headers: JSON.parse(headers) });
    },
    body: (bytes) => port.postMessage({ body: bytes.toJs ? bytes.toJs() : bytes }),
    end: () => port.postMessage({ end: true }),
  };
  const task = serve(JSON.stringify(request), reply);
  port.onmessage = () => task.cancel(); // the reader has left
}

/** Wait until no other tab's worker answers: that of a tab which is being closed may still store a move. */
const alone = (name) =>
  new Promise((resolve) => {
    navigator.locks.request(name, () => (resolve(), new Promise(() => {}))); // until this worker ends
  });

async function answerPages(settings) {
  const { base } = settings;
  await alone(`undercut ${base}`);
  postMessage({ leads: true });
  const opening = openDatabase(`undercut ${base}`);
  let bots;
  const think = (text) =>
    new Promise((resolve, reject) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.text));
      bots.postMessage({ think: text }, [port2]);
    });
  const serve = await start(settings, async (python) =>
    python.pyimport("undercut.offline.bridge").start(await opening, think, optionsOf(settings)),
  );
  postMessage({ ready: true, isLasting: Boolean(await opening) });
  bots = new Worker(import.meta.url, { type: "module" }); // after the pages: two at once are slower
  bots.postMessage({ bots: settings });
  return serve;
}

// --- Bots --------------------------------------------------------------------------------------------------------------

/** Load Python for the bots; at a first visit with the whole program, whose memory is kept for later visits. */
async function playBots(settings) {
  return start(settings, (python, isKept) => {
    if (!isKept) {
      python.runPython(`undercut.offline.bridge.prepare(${JSON.stringify(optionsOf(settings))})`);
      keep(settings, snapshots.take(python)).catch(console.warn);
    }
    return python.pyimport("undercut.offline.bridge");
  });
}

async function think(text, port) {
  try {
    port.postMessage({ text: (await playing).thought(text) });
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
}

// --- Both --------------------------------------------------------------------------------------------------------------

const optionsOf = ({ program, ...options }) => JSON.stringify(options);

let serving = null;
let playing = null;

function failed(error) {
  console.error(error);
  postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
  throw error;
}

self.onmessage = ({ data, ports: [port] }) => {
  if (data.pages) serving = answerPages(data.pages).catch(failed);
  if (data.bots) playing = playBots(data.bots).catch(failed);
  if (data.think) think(data.think, port);
  const refuse = () => port.postMessage({ status: 503, end: true });
  if (data.request) serving.then((serve) => answer(serve, data.request, port), refuse);
};
