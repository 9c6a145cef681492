// Run by the build under Node: Python as it is in the page translates the program, so that no page has to.
//
// node prepare.mjs PYODIDE FOLDER SCRIPT

import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";

const [pyodide, folder, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
// Tracebacks have lines, without columns: that is a tenth of the size.
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { PYTHONNODEBUGRANGES: "1" } });
python.mountNodeFS("/work", folder);
try {
  python.runPython(await readFile(script, "utf8"));
} catch (error) {
  console.error(String(error.message ?? error));
  process.exit(1);
}
