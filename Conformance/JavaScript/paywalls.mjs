/**
 * A cache of paywalls in plain JavaScript: CDN, server, cache, fallback. It keeps every rule, and shows what an adapter
 * looks like.
 */

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { serve } from "../../tools/javascript/cachespec-module.mjs";

/** The root object, one for each scenario: it opens the cache each time that the app starts. */
class Paywalls {
  constructor(world) {
    this.world = world;
  }

  open(configuration) {
    return new Cache(this.world, configuration);
  }
}

class Cache {
  requests = 0;
  /** The newest request that each file was written for. */
  newest = new Map();
  /** The preloads in progress or done, each with the paywall, or nothing if it failed. */
  preloads = new Map();
  /** Aborted when the app ends. */
  life = new AbortController();

  constructor(world, { folder, fallback, timeOut, updateInterval }) {
    Object.assign(this, { world, folder, fallback, timeOut });
    if (updateInterval !== null) this.updateEach(updateInterval);
  }

  // What is stored: when it was loaded, and the paywall as the layers send it, under a checksum.

  file(placement) {
    return path.join(this.folder, sha256(placement).toString("hex"));
  }

  entry(file) {
    const data = contents(file);
    const rest = data.subarray(32);
    if (!sha256(rest).equals(data.subarray(0, 32))) return undefined;
    const [paywall] = decoded(rest.subarray(8));
    return paywall && { loadedAt: rest.readDoubleLE(), paywall };
  }

  store(paywall, bytes, request) {
    const file = this.file(paywall.placement);
    // An answer to an earlier request, or to an app that has ended, came too late.
    if (this.life.signal.aborted || request < (this.newest.get(file) ?? 0)) return;
    this.newest.set(file, request);
    const date = Buffer.alloc(8);
    date.writeDoubleLE(this.world.now);
    const rest = Buffer.concat([date, bytes]);
    fs.writeFileSync(`${file}.new`, Buffer.concat([sha256(rest), rest]));
    fs.renameSync(`${file}.new`, file);
  }

  // Layers: each returns a paywall, or nothing.

  cached(placement) {
    return this.entry(this.file(placement))?.paywall;
  }

  young(placement, maxAge) {
    const entry = this.entry(this.file(placement));
    const age = this.world.now - entry?.loadedAt;
    return age >= 0 && age <= maxAge ? entry.paywall : undefined;
  }

  async remote(placement, signal) {
    const request = ++this.requests;
    for (const layer of ["cdn", "server"]) {
      const bytes = await this.answer(layer, placement, signal);
      const paywalls = decoded(bytes);
      if (paywalls.length === 1) {
        this.store(paywalls[0], bytes, request);
        return paywalls[0];
      }
    }
  }

  /** What a layer answers, or no bytes if it fails. */
  async answer(layer, placement, signal) {
    try {
      return (await this.world.ask("ask", { layer, placement }, { signal, timeOut: this.timeOut })).bytes;
    } catch (error) {
      signal?.throwIfAborted();
      return Buffer.alloc(0);
    }
  }

  bundled(placement) {
    if (this.fallback === null) return undefined;
    return decoded(contents(this.fallback)).find((paywall) => paywall.placement === placement);
  }

  // What the kit calls.

  async load({ placement, policy }, { signal } = {}) {
    let paywall;
    if (policy?.name === "returnCacheDataElseLoad") paywall = this.cached(placement);
    if (policy?.name === "returnCacheDataIfNotExpiredElseLoad") paywall = this.young(placement, policy.maxAge);
    paywall ??= (await this.remote(placement, signal)) ?? this.cached(placement) ?? this.bundled(placement);
    if (!paywall) throw new Error(`no layer has a paywall for '${placement.slice(0, 40)}'`);
    return paywall;
  }

  cachedPaywall({ placement }) {
    return this.cached(placement);
  }

  cleanUp() {
    for (const name of fs.readdirSync(this.folder)) fs.rmSync(path.join(this.folder, name));
  }

  logOut() {
    // What is cached is not the user's.
  }

  loadAdaptively({ placement, policy }, options) {
    const isGood = this.world.state.networkQuality >= 3;
    const chosen = { name: isGood ? "reloadRevalidatingCacheData" : "returnCacheDataElseLoad" };
    return this.load({ placement, policy: policy ?? chosen }, options);
  }

  refresh({ placement }, options) {
    return this.load({ placement }, options);
  }

  preload({ placements }) {
    // What fails is loaded on demand.
    const load = (placement) => this.refresh({ placement }).catch(() => undefined);
    this.preloads = new Map(placements.map((placement) => [placement, load(placement)]));
  }

  async preloadedPaywall({ placement }, options) {
    return (await this.preloads.get(placement)) ?? this.loadAdaptively({ placement }, options);
  }

  close() {
    this.life.abort();
  }

  // Work in the background. It is over when the app ends, which the sleep then throws.

  async updateEach(interval) {
    for (;;) {
      await this.world.sleep(interval, { signal: this.life.signal });
      for (const name of fs.readdirSync(this.folder).sort()) {
        const entry = this.entry(path.join(this.folder, name));
        if (entry) await this.remote(entry.paywall.placement, this.life.signal);
      }
    }
  }
}

function sha256(data) {
  return createHash("sha256").update(data).digest();
}

/** The bytes of a file, none if it cannot be read. */
function contents(file) {
  try {
    return fs.readFileSync(file);
  } catch {
    return Buffer.alloc(0);
  }
}

/** The paywalls in bytes of the kit's encoding, or none if some are not whole. */
function decoded(data) {
  const paywalls = [];
  while (data.length > 0) {
    const end = data.indexOf("\n");
    const head = /^paywall (-?\d+) (\d+) (\d+)$/.exec(data.toString("latin1", 0, end));
    if (!head) return [];
    const [version, name, content] = head.slice(1).map(Number);
    const body = data.subarray(end + 1);
    if (body.length < name + content) return [];
    paywalls.push({
      placement: body.toString("utf8", 0, name), version, content: body.subarray(name, name + content),
    });
    data = body.subarray(name + content);
  }
  return paywalls;
}

serve("javascript-paywalls", { paywall: [Paywalls, Cache] }, { summary: "a cache of paywalls in plain JavaScript" });
