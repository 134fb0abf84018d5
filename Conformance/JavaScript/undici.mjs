/** undici's cache interceptor over its store in memory. */

import diagnostics from "node:diagnostics_channel";
import fs from "node:fs";
import { fieldsOf, headersOf, installed, serveSessions, RFC } from "./sessions.mjs";

const library = installed("undici");
const { Agent, cacheStores, interceptors } = library.exports;

const DEVIATIONS = [
  [
    "http.store.status",
    "It serves a 299 with must-understand, whose requirements it cannot know (section 5.2.2.3: must not be stored "
    + "then).",
    RFC + "5.2.2.3",
  ],
  [
    "http.vary.most-recent",
    "Of two stored responses that match, the one stored first is served (section 4: the most recent).",
    RFC + "4",
  ],
  [
    "http.fresh.date-forms[a leap second, Date in the past]",
    "A Date with second 60 counts as none, so that a response of 2016 is fresh (RFC 9110, 5.6.7: 60 is a leap second).",
    RFC + "4.2.3",
  ],
  [
    "http.age.delay",
    "The time that the answer took does not count towards its age (section 4.2.3, response_delay).",
    RFC + "4.2.3",
  ],
  [
    "http.revalidate.not-modified",
    "A 304 renews nothing: one with a Cache-Control removes the stored response, so that the next request loads it "
    + "whole, and any other leaves it stale and its fields as they were (section 4.3.4: they are to be updated).",
    RFC + "4.3.4",
  ],
  [
    "http.revalidate.no-store",
    "After a 304 with no-store it requests the whole response, though the 304 was the answer (section 4.3.3).",
    RFC + "4.3.3",
  ],
  [
    "http.directives.syntax",
    "A max-age with white space after it is not read, as in 'max-age=60 , public' (RFC 9110, 5.6.1: it is ignored).",
    RFC + "5.2",
  ],
  [
    "http.directives.quoted[an escaped digit]",
    "A max-age with a backslash in its quotes is not read (RFC 9110, section 5.6.4).",
    RFC + "5.2",
  ],
];

/** What ends each request under way. */
const underWay = new Map();
let world;

// A check in the background is awaited by no call, so the world is told of each request until it has ended.
diagnostics.subscribe("undici:request:create", ({ request }) => {
  world.background(new Promise((end) => underWay.set(request, end)));
});
for (const end of ["trailers", "error"]) {
  diagnostics.subscribe(`undici:request:${end}`, ({ request }) => {
    underWay.get(request)?.();
    underWay.delete(request);
  });
}

class UndiciCache {
  store = new cacheStores.MemoryCacheStore();
  /** The clients by the protocol that they speak, for only one of them has to trust the origin's certificate. */
  clients = new Map();

  constructor(newWorld) {
    world = newWorld;
  }

  async load(request, signal) {
    const { method, body } = request;
    const client = await this.client(new URL(request.url));
    const answer = await client.request({
      ...keyOf(request), method, signal, body: body.length > 0 ? body : undefined,
    });
    const { statusCode: status, headers } = answer;
    return { status, fields: fieldsOf(headers), body: Buffer.from(await answer.body.arrayBuffer()) };
  }

  stored(request) {
    const entry = this.store.get(keyOf(request));
    return entry && { status: entry.statusCode, fields: fieldsOf(entry.headers), body: Buffer.concat(entry.body) };
  }

  remove(request) {
    this.store.delete(keyOf(request));
  }

  async close() {
    for (const client of this.clients.values()) await (await client).destroy();
  }

  client({ protocol }) {
    if (!this.clients.has(protocol)) this.clients.set(protocol, this.newClient(protocol === "https:"));
    return this.clients.get(protocol);
  }

  async newClient(isSecure) {
    const connect = isSecure ? { ca: fs.readFileSync(await world.ask("certificate")) } : {};
    return new Agent({ connect }).compose(interceptors.cache({ store: this.store, type: "private" }));
  }
}

function keyOf({ url, method, fields }) {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search, method, headers: headersOf(fields) };
}

serveSessions(library, {
  homepage: "https://undici.nodejs.org", cache: UndiciCache, deviations: DEVIATIONS, loopback: true,
  // It serves what is exactly as old as max-age. On a machine's clock that is a millisecond; in the world, where it is
  // often whole seconds since the origin's Date, it would keep 38 scenarios from being assessed.
  milliseconds: (seconds) => Math.floor(seconds * 1000) + 1,
});
