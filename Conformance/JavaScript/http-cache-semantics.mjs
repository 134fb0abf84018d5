/** http-cache-semantics, by which the caches of npm and got decide what they may serve. */

import { fieldsOf, headersOf, installed, serveSessions, RFC } from "./sessions.mjs";

const library = installed("http-cache-semantics");
const CachePolicy = library.exports;

const DEVIATIONS = [
  [
    "http.headers.stored",
    "It stores Proxy-Authentication-Info, which is for a proxy alone (section 3.1).",
    RFC + "3.1",
  ],
  [
    "http.vary.star",
    "A * in Vary counts only where it is the whole value; beside another member it is compared like a field that no "
    + "request has (section 4.1: * never matches).",
    RFC + "4.1",
  ],
  [
    "http.vary.matches[a 304 adds Vary]",
    "A 304 adds no field to those that are stored, not even Vary (section 3.2: it is to add each field).",
    RFC + "3.2",
  ],
  [
    "http.revalidate.not-modified[*]",
    "A 304 adds no field to those that are stored, not even Age (section 3.2: it is to add each field).",
    RFC + "3.2",
  ],
  [
    "http.fresh.expires-invalid",
    "It reads Expires by Date.parse, which takes ISO 8601, hour 24, second 61, two spaces and hyphens for a date "
    + "(section 5.3: an invalid date counts as expired).",
    RFC + "5.3",
  ],
  [
    "http.fresh.heuristic",
    "Once the clock is set back, a response without any lifetime is fresh, for its age is less than 0 (section 4.2.2: "
    + "where no lifetime is known it is to be checked in time).",
    RFC + "4.2.2",
  ],
  [
    "http.age.delay",
    "The time that the answer took does not count towards its age (section 4.2.3, response_delay).",
    RFC + "4.2.3",
  ],
  [
    "http.revalidate.server-error-must-revalidate",
    "With stale-if-error a 5xx leads to the stale response in spite of must-revalidate (section 5.2.2.2: must not be "
    + "used without validation).",
    RFC + "5.2.2.2",
  ],
  [
    "http.directives.syntax",
    "Names of directives are read in small letters alone, so that MAX-AGE, NO-CACHE and NO-STORE are ignored; they are "
    + "split at each comma, also in the quotes of another one (section 5.2).",
    RFC + "5.2",
  ],
  [
    "http.directives.invalid",
    "It reads numbers by parseInt: max-age=1e9 and max-age=1:00 are a second, and a negative Age makes a response "
    + "younger (section 4.2.1: invalid freshness information is to be taken as stale).",
    RFC + "4.2.1",
  ],
  [
    "http.directives.duplicate",
    "Of two values of max-age the last counts; the first is to, or the response is stale (section 4.2.1).",
    RFC + "4.2.1",
  ],
  [
    "http.request.max-stale[a response with no-cache]",
    "A request with max-stale gets a response with no-cache unchecked (section 5.2.2.4: must not be used without "
    + "validation).",
    RFC + "5.2.2.4",
  ],
];

/** A cache around the library, as its README has it: what is stored has a policy, which is asked before each use. */
class SemanticCache {
  entries = new Map();

  constructor(world) {
    this.world = world;
  }

  async load(request, signal) {
    const { method, body } = request;
    const url = address(request);
    const asked = { url, method, headers: headersOf(request.fields) };
    const stored = this.entries.get(keyOf(request));
    if (stored?.policy.satisfiesWithoutRevalidation(asked)) return served(stored);

    const headers = stored ? stored.policy.revalidationHeaders(asked) : asked.headers;
    const message = { ...request, method, url, body, fields: fieldsOf(headers) };
    const answer = await this.world.ask("send", { request: message }, { signal });
    if (!["GET", "HEAD", "OPTIONS", "TRACE"].includes(method) && answer.status < 400) this.invalidate(url);
    const response = { status: answer.status, headers: headersOf(answer.fields) };
    const { policy, modified } = stored?.policy.revalidatedPolicy({ ...asked, headers }, response)
      ?? { policy: new CachePolicy(asked, response, { shared: false }), modified: true };
    const entry = modified ? { policy, status: answer.status, body: answer.body } : { ...stored, policy };
    if (policy.storable()) this.entries.set(keyOf(request), entry);
    return modified ? { status: answer.status, fields: answer.fields, body: answer.body } : served(entry);
  }

  stored(request) {
    const entry = this.entries.get(keyOf(request));
    return entry && served(entry);
  }

  remove(request) {
    this.entries.delete(keyOf(request));
  }

  /** The library leaves it to the cache what becomes of a response when its resource is changed. */
  invalidate(url) {
    for (const method of ["GET", "HEAD"]) this.remove({ method, url });
  }
}

function served({ policy, status, body }) {
  return { status, body, fields: fieldsOf(policy.responseHeaders()) };
}

/** The URL that is asked for, which has no fragment. */
function address({ url }) {
  return url.split("#")[0];
}

function keyOf(request) {
  return `${request.method} ${address(request)}`;
}

serveSessions(library, {
  homepage: "https://github.com/kornelski/http-cache-semantics", cache: SemanticCache, deviations: DEVIATIONS,
  lacking: { apparentAge: "it relies on Age alone" },
});
