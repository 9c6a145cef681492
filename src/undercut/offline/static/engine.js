// The games' modules: instances whose memory Python reads and writes.

const PAGE = 65536;
const NOT_FUNCTIONS = ["memory", "__heap_base"];

class Memory {
  constructor(module) {
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.names = Object.keys(this.exports).filter((name) => !NOT_FUNCTIONS.includes(name));
    this.free = this.exports.__heap_base.value;
    this.cells = new BigInt64Array(this.exports.memory.buffer);
  }

  /** Return the address of so many unused bytes; a grown memory has a new buffer. */
  zeros(size) {
    const address = Math.ceil(this.free / 16) * 16;
    this.free = address + size;
    const missing = this.free - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    if (missing > 0) this.cells = new BigInt64Array(this.exports.memory.buffer);
    return address;
  }

  get(address) {
    return this.cells[address / 8];
  }

  set(address, value) {
    this.cells[address / 8] = BigInt(value);
  }

  read(address, size) {
    return new Uint8Array(this.exports.memory.buffer, address, size).slice();
  }

  write(address, bytes) {
    new Uint8Array(this.exports.memory.buffer).set(bytes, address);
  }

  /** Call an export; integers of 64 bits are marked. */
  call(name, given, wide) {
    return this.exports[name](...given.map((value, place) => (wide[place] ? BigInt(value) : Number(value))));
  }
}

globalThis.undercutEngine = {
  compile: (bytes) => new WebAssembly.Module(bytes),
  start: (module) => new Memory(module),
};
