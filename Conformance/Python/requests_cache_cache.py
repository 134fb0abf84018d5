"""requests-cache (https://requests-cache.readthedocs.io) over SQLite, led by Cache-Control."""

import datetime
import time
from typing import Any

import requests_cache.policy.expiration
from requests import PreparedRequest
from requests_cache import CachedSession, SQLiteCache

from sessions import Cache, serve_session


class Clock(datetime.datetime):
    """The date by `time.time`, which the world sets."""

    @classmethod
    def now(cls, tz: Any = None) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(time.time(), tz)


requests_cache.policy.expiration.datetime = Clock


DEVIATIONS = []


class RequestsCache(Cache):
    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        self.session = CachedSession(
            backend=SQLiteCache(folder / "cache.sqlite"), cache_control=True, allowable_methods=["GET", "HEAD"])

    def stored(self, request: PreparedRequest) -> Any:
        found = self.session.cache.get_response(self.session.cache.create_key(request))
        return found and (found.status_code, [list(field) for field in found.headers.items()], found.content)

    def remove(self, request: PreparedRequest) -> None:
        self.session.cache.delete(self.session.cache.create_key(request))


if __name__ == "__main__":
    serve_session("requests-cache", RequestsCache, DEVIATIONS)
