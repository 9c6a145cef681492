// The games' modules: instances whose memory Python reads and writes.

const PAGE = 65536;
const NOT_FUNCTIONS = ["memory", "__heap_base"];

class Memory {
  constructor(module, unused) {
    this.unused = unused;
    this.exports = new WebAssembly.Instance(module, {}).exports;
    this.names = Object.keys(this.exports).filter((name) => !NOT_FUNCTIONS.includes(name));
    this.cells = new BigInt64Array(this.exports.memory.buffer);
  }

  /** Begin anew, as the first or another owner. */
  begin() {
    this.free = this.exports.__heap_base.value;
    return this;
  }

  end() {
    this.unused.push(this);
  }

  /** Allocate zeroed bytes; return their address, all zero; a grown memory has a new buffer. */
  zeros(size) {
    const address = Math.ceil(this.free / 16) * 16;
    this.free = address + size;
    const missing = this.free - this.exports.memory.buffer.byteLength;
    if (missing > 0) this.exports.memory.grow(Math.ceil(missing / PAGE));
    if (missing > 0) this.cells = new BigInt64Array(this.exports.memory.buffer);
    new Uint8Array(this.exports.memory.buffer, address, size).fill(0); // an earlier owner may have written there
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
  compile: (bytes) => ({ module: new WebAssembly.Module(bytes), unused: [] }),
  start: ({ module, unused }) => (unused.pop() ?? new Memory(module, unused)).begin(),
};
