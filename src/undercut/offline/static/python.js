// A worker with Python: it answers the requests of pages, or plays the bots.

import "./engine.js";
import createPython from "./python/pyodide.asm.mjs";
import { loadPyodide } from "./python/pyodide.mjs";
import { openDatabase } from "./database.js";

const FOLDER = "/app";
const LIBRARY = `${FOLDER}/msgspec/_core.cpython-314-wasm32-emscripten.so`;

const memories = caches.open(`undercut memory ${new URL(".", import.meta.url).pathname}`);

/** Fetch the program: its files by path. */
async function fetched(program) {
  const { body } = await fetch(new URL(program, import.meta.url));
  const bytes = new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
  let at = bytes.indexOf(10) + 1; // the first line names the files and their sizes
  const sizes = JSON.parse(new TextDecoder().decode(bytes.subarray(0, at)));
  return sizes.map(([name, size]) => [`${FOLDER}/${name}`, bytes.subarray(at, (at += size))]);
}

/** Load Python and the program; with the memory of an earlier start, nothing has to be imported again. */
async function load(program, memory) {
  const files = await fetched(program);
  const size = memory?.byteLength;
  const createPyodideModule = (settings) => {
    settings.onRuntimeInitialized = () => {
      for (const [path, content] of files) {
        settings.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        settings.FS.writeFile(path, content, { canOwn: true });
      }
      // Before Python itself starts: then it lies at the same place in every memory.
      settings.loadDynamicLibrary(LIBRARY, { nodelete: true, allowUndefined: true });
      if (size) settings.growMemory(size);
    };
    return createPython(settings);
  };
  const options = { indexURL: new URL("python/", import.meta.url).href, createPyodideModule };
  if (!memory) {
    const python = await loadPyodide({ ...options, _makeSnapshot: true });
    python.runPython(`import sys; sys.path.insert(0, "${FOLDER}"); import undercut.offline.bridge`);
    return python;
  }
  // Pyodide keeps its options for good; a promise among them would keep the memory a second time.
  const once = { then: (use) => (use(memory), (memory = null)) };
  return loadPyodide({ ...options, _loadSnapshot: once });
}

const kept = async (program) => (await memories).match(program);

/** Load Python and the program, with the memory of an earlier start if it has been kept. */
async function start(program) {
  const memory = await kept(program);
  if (!memory) return load(program);
  return load(program, await memory.arrayBuffer()).catch(async (error) => {
    console.warn("This memory does not fit:", error);
    await (await memories).delete(program);
    return load(program);
  });
}

/** Keep the memory of this start for later visits. */
async function keep(program, memory) {
  for (const earlier of await (await memories).keys()) await (await memories).delete(earlier);
  await (await memories).put(program, new Response(memory));
}

// --- Pages -------------------------------------------------------------------------------------------------------------

let number = 0;

/** Answer a request through a port: first the head, then pieces of the body. */
function answer(answering, request, port) {
  const mine = ++number;
  const reply = {
    fault: (text) => console.error(text),
    head: (status, headers, cookie) => port.postMessage({ status, headers: JSON.parse(headers), cookie }),
    body: (bytes) => port.postMessage({ body: bytes.toJs ? bytes.toJs() : bytes }),
    end: () => port.postMessage({ end: true }),
  };
  port.onmessage = () => answering.stop(mine); // the reader has left
  answering.serve(mine, JSON.stringify(request), reply);
}

/** Wait until no other worker answers: that of a tab which is being closed may still store a move. */
const alone = (name) =>
  new Promise((resolve) => {
    navigator.locks.request(name, () => (resolve(), new Promise(() => {}))); // until this worker ends
  });

async function answerPages({ program, address, base, elsewhere, docs, pace }, bots) {
  const [python] = await Promise.all([start(program), alone(`undercut ${base} python`)]);
  const database = await openDatabase(`undercut ${base}`);
  const waiting = new Map();
  bots.onmessage = ({ data: { id, text, error } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    error ? reject(new Error(error)) : resolve(text);
  };
  const think = (text) =>
    new Promise((resolve, reject) => {
      const id = ++number;
      waiting.set(id, { resolve, reject });
      bots.postMessage({ id, text });
    });
  const answering = await python.pyimport("undercut.offline.bridge").start(database, think, JSON.stringify({ address, base, elsewhere, docs, pace }));
  postMessage({ ready: true, isLasting: Boolean(database) });
  return answering;
}

// --- Bots --------------------------------------------------------------------------------------------------------------

/** Load Python for the bots; at a first visit with the whole program, whose memory is kept for later visits. */
async function loadBots(program) {
  if (await kept(program)) return start(program);
  const python = await load(program);
  python.runPython("undercut.offline.bridge.prepare()");
  keep(program, python.makeMemorySnapshot()).catch(console.warn);
  return python;
}

async function playBots({ program }, pages) {
  const python = loadBots(program).then((loaded) => loaded.pyimport("undercut.offline.bridge"));
  pages.onmessage = async ({ data: { id, text } }) => {
    try {
      pages.postMessage({ id, text: (await python).thought(text) });
    } catch (error) {
      pages.postMessage({ id, error: String(error) });
    }
  };
  await python;
}

// --- Both --------------------------------------------------------------------------------------------------------------

let answering = null;

function failed(error) {
  console.error(error);
  postMessage({ failed: String(error.message ?? error).trim().split("\n").at(-1) });
  throw error;
}

self.onmessage = ({ data, ports: [port] }) => {
  if (data.pages) answering = answerPages(data.pages, port).catch(failed);
  if (data.bots) playBots(data.bots, port).catch(failed);
  if (data.request) answering.then((found) => answer(found, data.request, port));
};
