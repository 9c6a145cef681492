// A worker with Python: it answers the requests of pages, or plays the bots.

import "./engine.js";
import { loadPyodide } from "./python/pyodide.mjs";
import { openShelf } from "./shelf.js";

const FOLDER = "/app";

/** Load Python and the program; both lie in the browser's cache after the first visit. */
async function load(program) {
  const folder = new URL("./python/", import.meta.url).href;
  const [python, packed] = await Promise.all([
    loadPyodide({ indexURL: folder }),
    fetch(new URL(program, import.meta.url)).then((answer) => answer.arrayBuffer()),
  ]);
  python.unpackArchive(packed, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.insert(0, "${FOLDER}")`);
  return python;
}

// --- Pages -------------------------------------------------------------------------------------------------------------

let number = 0;

/** Answer a request through a port: first the head, then pieces of the body. */
function answer(answering, request, port) {
  const mine = ++number;
  const reply = {
    fault: (text) => console.error(text),
    head: (status, headers, look) => port.postMessage({ status, headers: JSON.parse(headers), look }),
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

async function answerPages({ program, address, base, elsewhere, pace }, bots) {
  const [python] = await Promise.all([load(program), alone(`undercut ${base} python`)]);
  const shelf = await openShelf(`undercut ${base}`);
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
  const answering = await python.pyimport("undercut.offline.bridge").start(shelf, think, JSON.stringify({ address, base, elsewhere, pace }));
  postMessage({ ready: true, isLasting: Boolean(shelf) });
  return answering;
}

// --- Bots --------------------------------------------------------------------------------------------------------------

async function playBots({ program }, pages) {
  const python = load(program).then((loaded) => loaded.pyimport("undercut.offline.bridge"));
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
