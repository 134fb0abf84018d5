"""A cache of paywalls in plain Python: CDN, server, cache, fallback. It is right, and shows what an adapter looks like."""

import hashlib
import os
import struct
import sys
import threading
from pathlib import Path
from typing import Any, Callable, Optional

sys.path.append(str(Path(__file__).parents[2] / "tools/python"))
from cachespec_module import OriginFailure, World, serve

Paywall = dict[str, Any]


class Unavailable(Exception):
    """No layer has the paywall."""


class Paywalls:
    """The root object, one for each scenario: it opens the cache each time that the app starts."""

    def __init__(self, world: World) -> None:
        self.world = world

    def open(self, folder: str, fallback: Optional[str], time_out: float, update_interval: Optional[float]) -> "Cache":
        return Cache(self.world, Path(folder), fallback, time_out, update_interval)


class Cache:
    def __init__(
        self, world: World, folder: Path, fallback: Optional[str], time_out: float, update_interval: Optional[float]
    ) -> None:
        self.world, self.folder, self.fallback, self.time_out = world, folder, fallback, time_out
        self.lock = threading.Lock()
        self.requests, self.newest, self.is_closed = 0, {}, False
        self.preloads: dict[str, threading.Thread] = {}
        self.preloaded: dict[str, Paywall] = {}
        # Held while the loop updates.
        self.round = threading.Lock()
        self.loop: Optional[threading.Thread] = None
        if update_interval is not None:
            self.loop = threading.Thread(target=self.update_each, args=(update_interval,), daemon=True)
            self.loop.start()

    # What is stored: when it was loaded, and the paywall as the layers send it, under a checksum.

    def path(self, placement: str) -> Path:
        return self.folder / hashlib.sha256(placement.encode()).hexdigest()

    def entry(self, path: Path) -> Optional[tuple[float, Paywall]]:
        try:
            data = path.read_bytes()
        except OSError:
            return None
        checksum, rest = data[:32], data[32:]
        if hashlib.sha256(rest).digest() != checksum:
            return None
        paywalls = decoded(rest[8:])
        return (struct.unpack("<d", rest[:8])[0], paywalls[0]) if paywalls else None

    def store(self, paywall: Paywall, data: bytes, request: int) -> None:
        rest = struct.pack("<d", self.world.now) + data
        path = self.path(paywall["placement"])
        with self.lock:
            if self.is_closed or request < self.newest.get(path, 0):
                return
            self.newest[path] = request
            fresh = path.with_suffix(".new")
            fresh.write_bytes(hashlib.sha256(rest).digest() + rest)
            os.replace(fresh, path)

    # Layers: each returns a paywall, or None.

    def cached(self, placement: str) -> Optional[Paywall]:
        entry = self.entry(self.path(placement))
        return entry[1] if entry else None

    def young(self, placement: str, max_age: float) -> Optional[Paywall]:
        entry = self.entry(self.path(placement))
        return entry[1] if entry and 0 <= self.world.now - entry[0] <= max_age else None

    def remote(self, placement: str) -> Optional[Paywall]:
        with self.lock:
            self.requests += 1
            request = self.requests
        for layer in ("cdn", "server"):
            try:
                answer = self.world.ask("ask", time_out=self.time_out, layer=layer, placement=placement)
            except (OriginFailure, TimeoutError):
                continue
            paywalls = decoded(answer["bytes"])
            if len(paywalls) == 1:
                self.store(paywalls[0], answer["bytes"], request)
                return paywalls[0]
        return None

    def bundled(self, placement: str) -> Optional[Paywall]:
        try:
            paywalls = decoded(Path(self.fallback).read_bytes()) if self.fallback else []
        except OSError:
            return None
        return next((paywall for paywall in paywalls if paywall["placement"] == placement), None)

    # What the kit calls.

    def load(self, placement: str, policy: Optional[dict[str, Any]]) -> Paywall:
        name = policy["name"] if policy else "reloadRevalidatingCacheData"
        first: list[Callable[[str], Optional[Paywall]]] = []
        if name == "returnCacheDataElseLoad":
            first = [self.cached]
        elif name == "returnCacheDataIfNotExpiredElseLoad":
            first = [lambda placement: self.young(placement, policy["maxAge"])]
        for layer in first + [self.remote, self.cached, self.bundled]:
            paywall = layer(placement)
            if paywall:
                return paywall
        raise Unavailable(f"no layer has a paywall for {placement[:40]!r}")

    def cached_paywall(self, placement: str) -> Optional[Paywall]:
        return self.cached(placement)

    def clean_up(self) -> None:
        with self.lock:
            for path in self.folder.iterdir():
                path.unlink()

    def log_out(self) -> None:
        """Nothing: what is cached is not the user's."""

    def load_adaptively(self, placement: str, policy: Optional[dict[str, Any]]) -> Paywall:
        is_good = self.world.state["networkQuality"] >= 3
        chosen = "reloadRevalidatingCacheData" if is_good else "returnCacheDataElseLoad"
        return self.load(placement, policy or {"name": chosen})

    def refresh(self, placement: str) -> Paywall:
        return self.load(placement, None)

    def preload(self, placements: list[str]) -> None:
        def load(placement: str) -> None:
            try:
                preloaded[placement] = self.refresh(placement)
            except Exception:
                pass  # It is loaded on demand.

        preloaded: dict[str, Paywall] = {}
        self.preloaded = preloaded
        self.preloads = {one: threading.Thread(target=load, args=(one,), daemon=True) for one in placements}
        for thread in self.preloads.values():
            thread.start()

    def preloaded_paywall(self, placement: str) -> Paywall:
        preloaded = self.preloaded
        if placement in self.preloads:
            self.preloads[placement].join()
        return preloaded.get(placement) or self.load_adaptively(placement, None)

    # Work in the background.

    def update_each(self, interval: float) -> None:
        while True:
            try:
                self.world.sleep(interval)
            except Exception:
                return  # The app has ended.
            with self.round:
                for path in sorted(self.folder.iterdir()):
                    entry = self.entry(path)
                    if entry and not self.is_closed:
                        self.remote(entry[1]["placement"])

    def wait_until_idle(self) -> None:
        for thread in self.preloads.values():
            thread.join()
        if self.loop:
            self.world.sleepers(1)
            # A time-out may be what sleeps, while the loop works.
            while not self.round.acquire(blocking=False):
                with self.round:
                    pass
                self.world.sleepers(1)
            self.round.release()

    def close(self) -> None:
        with self.lock:
            self.is_closed = True
        self.world.stop()


def decoded(data: bytes) -> list[Paywall]:
    """The paywalls in bytes of the kit's encoding, or none if some are not whole."""
    paywalls = []
    while data:
        head, _, data = data.partition(b"\n")
        words = head.split(b" ")
        if len(words) != 4 or words[0] != b"paywall" or not all(word.isdigit() for word in words[2:]):
            return []
        name, content = int(words[2]), int(words[3])
        if len(data) < name + content:
            return []
        try:
            version, placement = int(words[1]), data[:name].decode()
        except ValueError:
            return []
        paywalls.append({"placement": placement, "version": version, "content": data[name : name + content]})
        data = data[name + content :]
    return paywalls


if __name__ == "__main__":
    serve("python-paywalls", {"paywall": [Paywalls, Cache]}, summary="a cache of paywalls in plain Python")
