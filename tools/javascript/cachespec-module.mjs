/**
 * Holds a cache in JavaScript against the documented rules of client-side caches. It needs node 18 or later, and no
 * packages.
 *
 *     serve("my store", { response: [MyResponses, MyStore] });
 *
 * makes a program of it, for `cachespec check --exec 'node my-store.mjs'`. The first class of a chapter is made with
 * the `World`, once for each scenario, and makes the objects that the kit then calls. What the kit calls, and with
 * what, is in Conformance/Command/PROTOCOL.md. A method has the name that it has there, and takes the parameters as one
 * object:
 *
 *     async storedResponse({ request }, { signal }) { … }
 *
 * `signal` is aborted when the kit cancels the call; pass it on to `world.ask`. A class that lacks a method is not
 * asked for what needs it. How values travel:
 *
 * | in JSON | in JavaScript |
 * | --- | --- |
 * | bytes: the fields `body`, `content` and `bytes` | a `Buffer`; any `Uint8Array` is sent as bytes |
 * | an integer that no number holds exactly, such as 9007199254740993 | a `BigInt` |
 * | in the chapter `normalized`, a fraction whose value is whole, such as 1.0 | a `Fraction`, since 1 differs there |
 * | an error, in `deliver` and in what `transact` returns | any `Error` is sent as one; see `Failure` |
 *
 * Dates and durations are numbers, in seconds.
 */

const VERSION = 1;

/** The methods without any of which a module lacks a capability, by chapter. */
const PARTS = {
  response: {
    loader: "makeSession", directStoring: "store", removalSince: "removeResponsesSince",
    removalOfAll: "removeAllResponses", capacity: "usage capacity setCapacity", sessionStores: "configuredStore",
  },
  paywall: { adaptivePolicy: "loadAdaptively", preloading: "preload", logOut: "logOut", manualCleanUp: "cleanUp" },
  customer: {
    offerings: "offerings", purchases: "purchase", identities: "logIn", invalidation: "invalidateCustomerInfoCache",
    customerListener: "setListener", earlierFormat: "storeInEarlierFormat",
  },
  normalized: { watching: "watch", directAccess: "transact" },
};

/** The fields that hold bytes, in Base64. */
const BYTES = new Set(["body", "content", "bytes"]);

/** The calls that make an object. */
const MAKING = new Set(["open", "openStore", "makeSession", "sharedStore", "configuredStore"]);

/**
 * A failure that the other end recognizes: `noConnection`, `timeOut`, `serverError` or `undecodable` of an origin, or
 * `abandoned` for a transaction whose body threw.
 */
export class Failure extends Error {
  /** @param {string} failure @param {string} [message] */
  constructor(failure, message = failure) {
    super(message);
    this.name = "Failure";
    this.failure = failure;
  }
}

/** A fraction whose value is whole, such as 1.0, in the values of a graph. Other fractions are numbers. */
export class Fraction {
  /** @param {number} value */
  constructor(value) {
    this.value = value;
  }

  valueOf() {
    return this.value;
  }
}

/** The world of one scenario: its time, and the origin that the module asks. */
export class World {
  #pipe;
  /** @type {Set<Promise<unknown>>} The calls and other work in progress. */
  #work = new Set();
  /** @type {Set<Promise<unknown>>} */
  #sleeps = new Set();
  #hasEnded = false;

  /** @param {Pipe} pipe */
  constructor(pipe) {
    this.#pipe = pipe;
  }

  /** The date and time of day, in seconds since 1970. @returns {number} */
  get now() {
    return this.#pipe.state.now;
  }

  /** What a clock shows that nobody can set, in seconds. @returns {number} */
  get elapsed() {
    return this.#pipe.state.elapsed;
  }

  /** All that the kit says of the world, such as the quality of the network. @returns {Record<string, any>} */
  get state() {
    return this.#pipe.state;
  }

  /**
   * Asks the world: `await world.ask("send", { request }, { signal })`.
   *
   * Rejects with a `Failure` where the origin fails, with an `AbortError` once the signal is aborted, and with a
   * `TimeoutError` if the answer takes longer than `timeOut` seconds on the world's clock.
   *
   * @param {string} method
   * @param {Record<string, unknown>} [params]
   * @param {{ signal?: AbortSignal, timeOut?: number }} [options]
   * @returns {Promise<any>}
   */
  async ask(method, params = {}, { signal, timeOut } = {}) {
    if (timeOut === undefined) return this.background(this.#call(method, params, signal));
    signal?.throwIfAborted();
    // Ends the one of the two that is left.
    const end = new AbortController();
    const abort = () => end.abort(signal.reason);
    signal?.addEventListener("abort", abort);
    const tooLate = async () => {
      await this.sleep(timeOut, { signal: end.signal });
      throw new DOMException(`${method} was not answered in ${timeOut} s`, "TimeoutError");
    };
    try {
      return await this.background(Promise.race([this.#call(method, params, end.signal), tooLate()]));
    } finally {
      signal?.removeEventListener("abort", abort);
      end.abort();
    }
  }

  /**
   * Sleeps on the world's clock. Rejects with an `AbortError` once the signal is aborted.
   *
   * @param {number} seconds
   * @param {{ signal?: AbortSignal }} [options]
   */
  async sleep(seconds, { signal } = {}) {
    const sleep = this.#call("sleep", { until: this.elapsed + seconds }, signal);
    this.#sleeps.add(sleep);
    try {
      await sleep;
    } finally {
      this.#sleeps.delete(sleep);
    }
  }

  /** Tells what needs no answer: `world.tell("notify", { listener, info })`. */
  tell(/** @type {string} */ method, /** @type {Record<string, unknown>} */ params) {
    if (!this.#hasEnded) this.#pipe.write({ method, params });
  }

  /** Writes a line to the app's log. */
  log(/** @type {string} */ line) {
    this.tell("log", { line });
  }

  /**
   * Notes work that outlasts the call that began it, such as writing a file, so that the object is not idle before it
   * is done. What waits for `ask` alone need not be noted, because the world knows of it.
   *
   * @template T
   * @param {Promise<T>} work
   * @returns {Promise<T>} the work
   */
  background(work) {
    this.#work.add(work);
    return work.finally(() => this.#work.delete(work));
  }

  /**
   * Waits until nothing is in progress: no call of the kit, no question to the world and no work that `background`
   * knows of, and everything that sleeps has gone to sleep again. An object without a `waitUntilIdle` of its own is
   * idle then.
   */
  async waitUntilIdle() {
    do {
      await Promise.allSettled(this.#work);
      await this.#everythingSleeps();
      // What was woken begins its work first.
      await new Promise(setImmediate);
    } while (this.#work.size > 0);
  }

  /** A sleep that is over for the kit is on its way here, so the kit has to say that all of them still sleep. */
  async #everythingSleeps() {
    for (;;) {
      if (this.#sleeps.size === 0) return;
      const end = new AbortController();
      const areAsleep = this.#call("sleepers", { count: this.#sleeps.size }, end.signal).then(() => true);
      const oneIsAwake = Promise.race(this.#sleeps).then(() => false, () => false);
      try {
        if (await Promise.race([areAsleep, oneIsAwake])) return;
      } finally {
        end.abort();
      }
      await Promise.allSettled(this.#work);
    }
  }

  async #call(method, params, signal) {
    if (this.#hasEnded) throw aborted();
    return this.#pipe.call(method, params, signal);
  }

  /** Ends what the module of an earlier scenario still waits for. */
  end() {
    this.#hasEnded = true;
  }
}

/** The conversation over standard input and output, in JSON-RPC 2.0 with a message a line. */
class Pipe {
  /** @type {Record<string, any>} The state of the world that the kit sent last. */
  state = {};
  #description;
  #chapters;
  #write = process.stdout.write.bind(process.stdout);
  #lastID = 0;
  /** @type {Map<number, (message: any) => void>} What takes the answers that are awaited. */
  #waiting = new Map();
  /** @type {Map<number, AbortController>} The kit's calls in progress. */
  #calls = new Map();
  #chapter = "";
  #world;
  #root;
  #objects = [];

  constructor(description, chapters) {
    this.#description = description;
    this.#chapters = chapters;
    // What the cache prints must not get between the messages.
    process.stdout.write = process.stderr.write.bind(process.stderr);
  }

  write(message) {
    this.#write(writeJSON({ jsonrpc: "2.0", ...message }) + "\n");
  }

  /** Calls the kit. If the signal is aborted first, the kit is told that the call is no longer wanted. */
  call(method, params, signal) {
    signal?.throwIfAborted();
    const id = ++this.#lastID;
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(id);
        this.write({ method: "cancel", params: { id } });
        reject(signal.reason);
      };
      signal?.addEventListener("abort", abort);
      this.#waiting.set(id, ({ error, result }) => {
        signal?.removeEventListener("abort", abort);
        error ? reject(meant(error)) : resolve(this.#received(result));
      });
      this.write({ id, method, params });
    });
  }

  /** Reads messages until the kit ends. */
  async run() {
    let rest = "";
    for await (const chunk of process.stdin.setEncoding("utf8")) {
      rest += chunk;
      // A long line comes in many chunks.
      if (!chunk.includes("\n")) continue;
      const lines = rest.split("\n");
      rest = lines.pop();
      for (const line of lines) {
        this.#take(readJSON(line));
        // What the message sets going runs before the next one is taken, which may bring another time.
        await new Promise(setImmediate);
      }
    }
    process.exit();
  }

  #take(message) {
    const { id, method, params } = message;
    if (method === undefined) {
      // There is nobody to answer if the call was cancelled meanwhile.
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (method === "state") {
      this.state = plain(params);
    } else if (method === "cancel") {
      this.#calls.get(params.id)?.abort();
    } else {
      this.#answer(id, method, params ?? {});
    }
  }

  async #answer(id, method, params) {
    const call = new AbortController();
    this.#calls.set(id, call);
    // A call that was cancelled is answered at once, whatever becomes of the work.
    const cancelled = new Promise((_, reject) => {
      call.signal.addEventListener("abort", () => reject(call.signal.reason));
    });
    try {
      const result = await Promise.race([this.#result(method, params, call.signal), cancelled]);
      this.write({ id, result: result ?? null });
    } catch (error) {
      this.write({ id, error: errorAnswer(error) });
    } finally {
      this.#calls.delete(id);
    }
  }

  async #result(method, params, signal) {
    if (method === "describe") return this.#description;
    if (method === "sync") return null;
    if (method === "begin") return this.#begin(params.chapter);
    const { object: number, ...rest } = params;
    const object = number ? this.#objects[number - 1] : this.#root;
    if (object[method] === undefined) {
      if (method === "waitUntilIdle") return this.#world.waitUntilIdle();
      if (method === "close") return null;
      throw new Error(`there is no method '${method}'`);
    }
    const values = this.#received(rest);
    if (method === "makeSession" && values.store) values.store = this.#objects[values.store - 1];
    const answer = (async () => object[method](values, { signal }))();
    // To wait until idle is no work.
    const result = await (method === "waitUntilIdle" ? answer : this.#world.background(answer));
    return MAKING.has(method) && result ? { object: this.#numberOf(result) } : result;
  }

  #begin(chapter) {
    this.#world?.end();
    this.#waiting.clear();
    this.#world = new World(this);
    [this.#chapter, this.#objects] = [chapter, []];
    this.#root = new this.#chapters[chapter][0](this.#world);
    return null;
  }

  #numberOf(object) {
    if (!this.#objects.includes(object)) this.#objects.push(object);
    return this.#objects.indexOf(object) + 1;
  }

  /** A value as the module gets it. The fields of a graph may have any name, and stay as they are. */
  #received(value) {
    return this.#chapter === "normalized" ? value : plain(value);
  }
}

/** A value with bytes in place of Base64, and numbers in place of fractions. */
function plain(value, key = "") {
  if (typeof value === "string") return BYTES.has(key) ? Buffer.from(value, "base64") : value;
  if (value instanceof Fraction) return value.value;
  if (Array.isArray(value)) return value.map((item) => plain(item));
  // What the app stores beside a response may have any name, too.
  if (value === null || typeof value !== "object" || key === "userInfo") return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item, name)]));
}

function aborted() {
  return new DOMException("cancelled", "AbortError");
}

/** The error that an error of the kit stands for. */
function meant({ message, data }) {
  if (data?.failure === "cancelled") return aborted();
  return data?.failure ? new Failure(data.failure, message) : new Error(message);
}

/** An error as the kit reads it. */
function errorAnswer(error) {
  const failure = error?.name === "AbortError" ? "cancelled" : error?.failure;
  return { code: -32000, message: String(error), data: failure ? { failure } : {} };
}

// JSON is read and written by hand: `JSON.parse` rounds integers beyond 2^53 and takes 1.0 for 1, and `JSON.stringify`
// refuses a BigInt.

/** The value of a JSON text. */
export function readJSON(/** @type {string} */ text) {
  let at = 0;

  function skipSpace() {
    while (" \t\r\n".includes(text[at]) && at < text.length) at += 1;
  }

  /** Whether this character is next. It is then passed. */
  function takes(character) {
    skipSpace();
    const isNext = text[at] === character;
    if (isNext) at += 1;
    return isNext;
  }

  function take(character) {
    if (!takes(character)) throw new SyntaxError(`no JSON: '${character}' was expected at ${at}`);
  }

  function string() {
    skipSpace();
    const start = at;
    take('"');
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    at += 1;
    return JSON.parse(text.slice(start, at));
  }

  function number() {
    const start = at;
    while (at < text.length && "+-.0123456789eE".includes(text[at])) at += 1;
    const digits = text.slice(start, at);
    const value = JSON.parse(digits);
    const isFraction = /[.eE]/.test(digits);
    if (isFraction) return Number.isInteger(value) ? new Fraction(value) : value;
    return Number.isSafeInteger(value) ? value : BigInt(digits);
  }

  function items(end, item) {
    const all = [];
    if (takes(end)) return all;
    do all.push(item());
    while (takes(","));
    take(end);
    return all;
  }

  function field() {
    const name = string();
    take(":");
    return [name, value()];
  }

  function word(name, value) {
    if (!text.startsWith(name, at)) throw new SyntaxError(`no JSON: a value was expected at ${at}`);
    at += name.length;
    return value;
  }

  function value() {
    skipSpace();
    const first = text[at];
    if (first === '"') return string();
    if (takes("{")) return Object.fromEntries(items("}", field));
    if (takes("[")) return items("]", value);
    if (first === "t") return word("true", true);
    if (first === "f") return word("false", false);
    if (first === "n") return word("null", null);
    return number();
  }

  const whole = value();
  skipSpace();
  if (at < text.length) throw new SyntaxError(`no JSON: the end was expected at ${at}`);
  return whole;
}

/** A value as a JSON text in one line. */
export function writeJSON(/** @type {unknown} */ value) {
  if (value === null || value === undefined) return "null";
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object") return JSON.stringify(value);
  if (value instanceof Fraction) return writeFraction(value.value);
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString("base64")}"`;
  if (value instanceof Error) return writeJSON(errorAnswer(value));
  if (Array.isArray(value)) return `[${value.map(writeJSON).join(",")}]`;
  const fields = Object.entries(value).filter(([, item]) => item !== undefined);
  return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${writeJSON(item)}`).join(",")}}`;
}

function writeFraction(value) {
  const text = String(value);
  return text.includes("e") ? text : `${text}.0`;
}

// The kit quotes the last line of a program that ends. Node's own last line would be its version.
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error) => {
    // A loop that sleeps ends like this when its object is closed.
    if (error?.name === "AbortError") return;
    const text = String(error).replace(/\s*\n\s*/g, " ");
    process.stderr.write(`${error?.stack ?? ""}\n${text}\n`);
    process.exit(1);
  });
}

/**
 * Serves a cache until the kit ends.
 *
 * @param {string} name
 * @param {Record<string, (new (...parameters: any[]) => any)[]>} chapters the classes of each chapter, the first of
 *   which is made with the world
 * @param {object} [options]
 * @param {string} [options.summary]
 * @param {string} [options.version] the version of the cache, and the address of its page or repository, for reports
 * @param {string} [options.homepage]
 * @param {Record<string, string>} [options.lacking] what the kit must not ask of it, each with the reason
 * @param {{ rule: string, reason: string, link: string, outcome?: string, shownBy?: string }[]} [options.deviations]
 *   the rules that it is known to break: a rule, or a scenario with `*` in its brackets for any text
 * @param {boolean} [options.loopback] whether the origin answers over HTTP, for a cache with a client of its own; its
 *   certificate is `await world.ask("certificate")`
 */
export function serve(
  name, chapters,
  {
    summary = "a cache in JavaScript", version = "", homepage = "", lacking = {}, deviations = [], loopback = false,
  } = {},
) {
  const missing = Object.entries(chapters).flatMap(([chapter, classes]) =>
    Object.entries(PARTS[chapter] ?? {})
      .filter(([, methods]) => !methods.split(" ").every((one) => classes.some((type) => one in type.prototype)))
      .map(([capability]) => [capability, "the module has no such call"]),
  );
  const description = {
    protocol: VERSION, name, summary, version, homepage, chapters: Object.keys(chapters),
    lacking: { ...Object.fromEntries(missing), ...lacking }, deviations, loopback,
  };
  new Pipe(description, chapters).run();
}
