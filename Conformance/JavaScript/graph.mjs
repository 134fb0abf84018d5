/** A client with a normalized cache in plain JavaScript, in memory: policies, watchers and transactions. */

import { isDeepStrictEqual } from "node:util";
import { Failure, serve, writeJSON } from "../../tools/javascript/cachespec-module.mjs";

/** The root object, one for each scenario: it makes the client each time that the app starts. */
class Clients {
  constructor(world) {
    this.world = world;
  }

  open({ keyField, oldDataAfter }) {
    return new Client(this.world, keyField, oldDataAfter);
  }
}

class Client {
  /** The watchers by the numbers of their receivers, in the order in which they began. */
  watchers = new Map();
  /** Aborted when the app ends. */
  life = new AbortController();

  constructor(world, keyField, oldDataAfter) {
    Object.assign(this, { world, oldDataAfter });
    this.cache = new Records(keyField);
  }

  // What the kit calls.

  async fetch({ query, policy, to }, { signal }) {
    await this.follow(policy, { query, to, signal });
  }

  async perform({ mutation }, { signal }) {
    const answer = await this.ask(mutation, signal);
    this.store(answer, mutation);
    return answer;
  }

  clear() {
    this.change(() => this.cache.removeAll());
  }

  /** Begins to watch, and returns at once. */
  watch({ query, policy, to }) {
    const life = new AbortController();
    const watcher = { query, to, signal: life.signal, fields: new Set(), cancel: () => life.abort() };
    this.watchers.set(to, watcher);
    this.follow(policy, watcher).catch((error) => this.deliver(watcher, { error }));
  }

  cancelWatcher({ to }) {
    this.watchers.get(to)?.cancel();
    this.watchers.delete(to);
  }

  transact({ steps }) {
    const results = [];
    this.change(() => {
      for (const step of steps) this.take(step, results);
    });
    return results;
  }

  close() {
    this.life.abort();
    for (const to of this.watchers.keys()) this.cancelWatcher({ to });
  }

  // Fetching. A reader is a watcher or a single fetch: a query, the number of its receiver, and the fields it has read.

  async follow(policy, reader) {
    policy ??= "returnCacheDataElseFetch";
    if (policy.startsWith("returnCacheData")) {
      const data = this.find(reader);
      if (data) this.deliver(reader, { answer: { data } });
      if (data && policy !== "returnCacheDataAndFetch") return;
      if (policy === "returnCacheDataDontFetch") throw new Miss(`${reader.query.name} is not cached in full`);
    }
    try {
      const answer = await this.ask(reader.query, reader.signal);
      if (policy !== "fetchIgnoringCacheCompletely") this.store(answer, reader.query, reader);
      // A watcher follows what is cached from here on.
      this.find(reader);
      this.deliver(reader, { answer });
    } catch (error) {
      const data = this.oldDataAfter.includes(error.failure) ? this.find(reader) : undefined;
      if (!data) throw error;
      this.deliver(reader, { answer: { data } });
    }
  }

  async ask(operation, signal) {
    const answer = await this.world.ask("send", { operation }, { signal });
    this.life.signal.throwIfAborted();
    // Null is data, too.
    if (answer.data === undefined) throw new Error(`the server answered with errors: ${answer.errors.join("; ")}`);
    return answer;
  }

  /** Stores an answer without errors. A field that failed is null in an answer, and would be read as null later. */
  store({ data, errors }, operation, besides) {
    if (errors.length === 0) this.change(() => this.cache.write(data, operation.fields, root(operation)), besides);
  }

  /** What is cached of a reader's query, or nothing if a part is missing. */
  find(reader) {
    reader.fields = new Set();
    try {
      return this.cache.read(reader.query.fields, root(reader.query), reader.fields);
    } catch (error) {
      if (error instanceof Miss) return undefined;
      throw error;
    }
  }

  deliver(reader, result) {
    if (reader.signal.aborted) return;
    reader.isMissing = result.error !== undefined;
    this.world.tell("deliver", { to: reader.to, ...result });
  }

  // Changing. Nothing happens between the parts of a change, because they do not wait for anything.

  /** Makes changes, or none if one of them throws, and tells the watchers of the fields that are not as before. */
  change(body, besides) {
    const before = this.cache.records;
    this.cache.records = new Map(before);
    try {
      body();
    } catch (error) {
      this.cache.records = before;
      throw error;
    }
    const changed = changes(before, this.cache.records);
    for (const watcher of this.watchers.values()) {
      if (watcher === besides || !changed.some((field) => watcher.fields.has(field))) continue;
      const data = this.find(watcher);
      if (data) this.deliver(watcher, { answer: { data } });
      else if (!watcher.isMissing) this.deliver(watcher, { error: new Miss(watcher.query.name) });
    }
  }

  take(step, results) {
    const { cache } = this;
    // A query is read from its root, and a fragment from its object.
    const fields = (step.query ?? step.fragment)?.fields;
    const key = step.query ? root(step.query) : objectKey(step.key);
    switch (step.step) {
      case "read":
      case "readObject":
        return results.push(outcome(() => cache.read(fields, key)));
      case "update":
      case "updateObject":
        return cache.write(applied(step.change, cache.read(fields, key)), fields, key);
      case "remove":
        return cache.remove(key);
      case "removeMatching":
        return cache.removeMatching(step.pattern);
      case "fail":
        throw new Failure("abandoned", "the body of the transaction threw");
    }
  }
}

/** A part of what is read is not cached. */
class Miss extends Error {}

/** In place of an object: the key of its record. */
class Reference {
  constructor(key) {
    this.key = key;
  }
}

/** The objects of the graph, each with its fields. A record is never changed, but replaced. */
class Records {
  records = new Map();

  constructor(keyField) {
    this.keyField = keyField;
  }

  /** Reads what is selected of an object. Notes the fields that it needs, also the one that is missing. */
  read(fields, key, needed = new Set()) {
    const record = this.records.get(key);
    return Object.fromEntries(
      merged(fields).map((field) => {
        needed.add(`${key} ${field.key}`);
        const value = record?.[field.key];
        if (value === undefined) throw new Miss(`${field.key} of ${key} is not cached`);
        return [field.name, this.readValue(value, field, needed)];
      }),
    );
  }

  readValue(value, field, needed) {
    if (value instanceof Reference) return this.read(field.selection, value.key, needed);
    // A list that is a value itself has no selection.
    if (Array.isArray(value) && field.selection.length > 0) {
      return value.map((item) => this.readValue(item, field, needed));
    }
    return value;
  }

  write(data, fields, key) {
    const written = {};
    for (const field of merged(fields)) {
      if (!Object.hasOwn(data ?? {}, field.name)) throw new Failure("undecodable", `the data lacks '${field.name}'`);
      written[field.key] = this.writeValue(data[field.name], field, below(key, field.key));
    }
    // The object may be a part of itself, and its record have more fields by now.
    this.records.set(key, { ...this.records.get(key), ...written });
  }

  /** Writes the objects in a value, and returns it with references in their place. */
  writeValue(value, field, path) {
    if (field.selection.length === 0 || value === null) return value;
    if (Array.isArray(value)) return value.map((item, index) => this.writeValue(item, field, below(path, index)));
    const id = this.keyField === null ? undefined : value[this.keyField];
    const key = typeof id === "string" ? objectKey(id) : path;
    this.write(value, field.selection, key);
    return new Reference(key);
  }

  remove(key) {
    this.records.delete(key);
  }

  removeMatching(pattern) {
    for (const key of this.records.keys()) {
      if (isObjectKey(key) && key.slice(1).toLowerCase().includes(pattern.toLowerCase())) this.remove(key);
    }
  }

  removeAll() {
    this.records.clear();
  }
}

// The key of a record is the key of its object after a sign, or the path to it. They are never equal.

function objectKey(id) {
  return `=${id}`;
}

function isObjectKey(key) {
  return key.startsWith("=");
}

function root({ kind }) {
  return `/${kind}`;
}

function below(key, step) {
  return `${isObjectKey(key) ? `/${JSON.stringify(key)}` : key}/${JSON.stringify(step)}`;
}

/** The fields by their names in the answer, each once with all that is selected of it (GraphQL, 6.3.2). */
function merged(fields) {
  const all = new Map();
  for (const field of fields) {
    const name = field.alias ?? field.name;
    const selection = [...field.fields, ...field.fragments.flatMap((fragment) => fragment.fields)];
    const before = all.get(name)?.selection ?? [];
    all.set(name, { name, key: fieldKey(field), selection: [...before, ...selection] });
  }
  return [...all.values()];
}

/** The name and arguments of a field, whatever their order and the field's alias. */
function fieldKey(field) {
  const texts = field.arguments.map(({ name, value }) => `${name}:${writeJSON(value)}`);
  return `${field.name}(${texts.sort().join(",")})`;
}

/** The fields whose values differ. */
function changes(before, after) {
  const changed = [];
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [old, fresh] = [before.get(key) ?? {}, after.get(key) ?? {}];
    if (old === fresh) continue;
    for (const field of Object.keys({ ...old, ...fresh })) {
      if (!isDeepStrictEqual(old[field], fresh[field])) changed.push(`${key} ${field}`);
    }
  }
  return changed;
}

/** What a step reads, or the error. The transaction continues in either case. */
function outcome(read) {
  try {
    return { data: read() };
  } catch (error) {
    return { error };
  }
}

/** Data with a change of the kit's. */
function applied({ change, path, value }, data) {
  return changedAt(path.split("."), data, (old) => {
    if (change === "set") return value;
    if (change === "append" && Array.isArray(old)) return [...old, value];
    if (change === "increment" && (Number.isSafeInteger(old) || typeof old === "bigint")) return successor(old);
    throw new Error(`the value at '${path}' cannot be changed by ${change}`);
  });
}

function changedAt([name, ...rest], data, change) {
  if (name === undefined) return change(data);
  const isThere = data !== null && typeof data === "object" && !Array.isArray(data) && Object.hasOwn(data, name);
  if (!isThere) throw new Error(`there is no '${name}' to be changed`);
  return { ...data, [name]: changedAt(rest, data[name], change) };
}

/** The next integer: a number where that is exact, as integers are read. */
function successor(integer) {
  const next = BigInt(integer) + 1n;
  return Number.isSafeInteger(Number(next)) ? Number(next) : next;
}

serve(
  "javascript-graph", { normalized: [Clients, Client] },
  {
    summary: "a normalized cache in plain JavaScript, in memory",
    lacking: { sqliteCache: "it keeps everything in memory" },
  },
);
