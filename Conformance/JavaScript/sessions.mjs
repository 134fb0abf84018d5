/**
 * Holds an HTTP cache from a package against the rules of URL responses and HTTP.
 *
 *     const library = installed("undici");
 *     serveSessions(library, { homepage, cache: UndiciCache, deviations: DEVIATIONS });
 *
 * An adapter loads a request through its library, and says what is stored for it. Everything else is the same for all
 * of them.
 */

import { createRequire } from "node:module";
import { serve } from "../../tools/javascript/cachespec-module.mjs";

/** Where a deviation is from: a section of RFC 9111. */
export const RFC = "https://www.rfc-editor.org/rfc/rfc9111#section-";

const LACKING = {
  disk: "it is in memory",
  requestPolicies: "a request names no policy",
  storagePolicies: "a response is stored without a policy or user info",
  willCache: "there is no delegate",
  ephemeralSessions: "there is one kind of session",
  backgroundSessions: "there is one kind of session",
  fileURLs: "it loads no file: URLs",
};

/** A package below this folder or in `NODE_PATH`, with its name and version. */
export function installed(name) {
  const require = createRequire(import.meta.url);
  return { name, version: require(`${name}/package.json`).version, exports: require(name) };
}

/** Header fields by their names in lower case, as Node has them. */
export function headersOf(fields) {
  const headers = {};
  for (const [name, value] of fields.map(([name, value]) => [name.toLowerCase(), value])) {
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

/** The lines of header fields, of which one may have several values. */
export function fieldsOf(headers) {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)]));
}

class Store {
  constructor(cache) {
    this.cache = cache;
  }

  async storedResponse({ request }) {
    const found = await this.cache.stored(request);
    return found && { response: { url: request.url, ...found } };
  }

  removeResponse({ request }) {
    return this.cache.remove(request);
  }

  close() {
    return this.cache.close?.();
  }
}

class Session {
  end = new AbortController();

  constructor(cache) {
    this.cache = cache;
  }

  async load({ request }, { signal }) {
    const answer = await this.cache.load(request, AbortSignal.any([signal, this.end.signal]));
    return { url: request.url, ...answer };
  }

  /** Ends its loads, which the origin may hold: the store would not be idle while they wait. */
  close() {
    this.end.abort();
  }
}

/** Serves the sessions of a library, for which the time is the world's as far as it asks `Date.now` for it. */
export function serveSessions(
  library,
  {
    homepage, cache: Cache, deviations, lacking = {}, loopback = false,
    milliseconds = (seconds) => Math.floor(seconds * 1000),
  },
) {
  class Responses {
    constructor(world) {
      this.world = world;
      Date.now = () => milliseconds(world.now);
    }

    openStore() {
      return new Store(new Cache(this.world));
    }

    makeSession({ store }) {
      return new Session(store.cache);
    }
  }

  serve(library.name, { response: [Responses, Store, Session] }, {
    summary: "an HTTP cache in JavaScript", version: library.version, homepage, loopback,
    lacking: { ...LACKING, ...lacking },
    deviations: deviations.map(([rule, reason, link]) => ({ rule, reason, link })),
  });
}
