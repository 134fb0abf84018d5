/** A store of URL responses in plain JavaScript, in memory and in a folder. Nothing loads through it. */

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { serve } from "../../tools/javascript/cachespec-module.mjs";

/** The root object, one for each scenario: it opens the stores. */
class Responses {
  constructor(world) {
    this.world = world;
  }

  openStore({ folder, capacity }) {
    return new Store(this.world, folder, capacity);
  }
}

class Store {
  /** What is in memory by its key, the oldest first: its size, when it was stored, and the response. */
  memory = new Map();
  /** What is in files by its key, the oldest first: its size and when it was stored. */
  disk = new Map();
  /** How many responses have been stored. It orders those that were stored at one time. */
  count = 0;

  constructor(world, folder, bytes) {
    Object.assign(this, { world, folder, bytes });
    fs.mkdirSync(folder, { recursive: true });
    const found = [];
    for (const name of fs.readdirSync(folder)) {
      const entry = this.read(path.join(folder, name));
      // What is not whole, or was not put in its place, is left from a run that was killed.
      if (entry && this.file(entry.key) === path.join(folder, name)) found.push(entry);
      else fs.rmSync(path.join(folder, name), { recursive: true });
    }
    found.sort((one, another) => one.number - another.number);
    for (const { key, size, date } of found) this.disk.set(key, { size, date });
    this.count = (found.at(-1)?.number ?? 0) + 1;
    this.evict();
  }

  // What the kit calls.

  storedResponse({ request }) {
    const key = keyOf(request);
    if (this.memory.has(key)) return this.memory.get(key).stored;
    if (!this.disk.has(key)) return null;
    const entry = this.read(this.file(key));
    if (!entry) this.remove(key);
    return entry?.stored;
  }

  store({ response: stored, request }) {
    const key = keyOf(request);
    const date = this.world.now;
    const data = encoded({ key, date, number: ++this.count, stored });
    const size = data.length;
    this.remove(key);
    if (stored.storagePolicy === "notAllowed") return;
    // What does not fit is not kept, and nothing makes room for it.
    if (size <= this.bytes.memory) this.memory.set(key, { size, date, stored });
    if (size <= this.bytes.disk && stored.storagePolicy === "allowed") {
      const file = this.file(key);
      fs.writeFileSync(`${file}.new`, data);
      fs.renameSync(`${file}.new`, file);
      this.disk.set(key, { size, date });
    }
    this.evict();
  }

  removeResponse({ request }) {
    this.remove(keyOf(request));
  }

  removeResponsesSince({ date }) {
    for (const [key, entry] of [...this.memory, ...this.disk]) {
      if (entry.date >= date) this.remove(key);
    }
  }

  removeAllResponses() {
    this.memory.clear();
    this.disk.clear();
    for (const name of fs.readdirSync(this.folder)) fs.rmSync(path.join(this.folder, name), { recursive: true });
  }

  usage() {
    return { memory: sizeOf(this.memory), disk: sizeOf(this.disk) };
  }

  capacity() {
    return this.bytes;
  }

  setCapacity({ capacity }) {
    this.bytes = capacity;
    this.evict();
  }

  // Entries.

  file(key) {
    return path.join(this.folder, createHash("sha256").update(key).digest("hex"));
  }

  /** What a file holds, or null if that is not a whole entry. */
  read(file) {
    try {
      return decoded(fs.readFileSync(file));
    } catch {
      return null;
    }
  }

  remove(key) {
    this.memory.delete(key);
    this.removeFile(key);
  }

  removeFile(key) {
    if (this.disk.delete(key)) fs.rmSync(this.file(key), { force: true });
  }

  /** Removes the oldest until what is left is within the capacity. */
  evict() {
    for (const key of overflow(this.memory, this.bytes.memory)) this.memory.delete(key);
    for (const key of overflow(this.disk, this.bytes.disk)) this.removeFile(key);
  }
}

/** A response belongs to a method and a URL. The fragment is never sent. */
function keyOf({ method, url }) {
  return `${method} ${url.split("#")[0]}`;
}

function sizeOf(entries) {
  return [...entries.values()].reduce((sum, { size }) => sum + size, 0);
}

/** The keys of the oldest entries, as many as are too many. */
function overflow(entries, capacity) {
  let excess = sizeOf(entries) - capacity;
  const keys = [];
  for (const [key, { size }] of entries) {
    if (excess <= 0) break;
    keys.push(key);
    excess -= size;
  }
  return keys;
}

// A file holds a checksum of the rest, the length of the head, the head in JSON and the body.

function encoded({ stored, ...head }) {
  const { body, ...response } = stored.response;
  const text = Buffer.from(JSON.stringify({ ...head, stored: { ...stored, response } }));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const rest = Buffer.concat([length, text, body]);
  return Buffer.concat([checksum(rest), rest]);
}

/** What bytes hold. Throws if they are not whole. */
function decoded(data) {
  const rest = data.subarray(32);
  if (!checksum(rest).equals(data.subarray(0, 32))) throw new Error("the file was damaged");
  const end = 4 + rest.readUInt32LE();
  const entry = JSON.parse(rest.toString("utf8", 4, end));
  entry.stored.response.body = rest.subarray(end);
  return { ...entry, size: data.length };
}

function checksum(data) {
  return createHash("sha256").update(data).digest();
}

serve(
  "javascript-responses", { response: [Responses, Store] },
  { summary: "a store of URL responses in plain JavaScript, without sessions" },
);
