"""hishel (https://hishel.com) in its mode that follows RFC 9111."""

import hashlib
from typing import Any

from hishel import CacheOptions, SqliteStorage
from hishel.requests import CacheAdapter
from requests import PreparedRequest

from sessions import Cache, serve_session


DEVIATIONS = []


class HishelCache(Cache):
    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        self.storage = SqliteStorage(database_path=folder / "cache.sqlite")
        for scheme in ("http://", "https://"):
            self.session.mount(scheme, CacheAdapter(storage=self.storage, rfc=CacheOptions(shared=False)))

    def entries(self, request: PreparedRequest) -> list[Any]:
        return self.storage.get_entries(hashlib.sha256(f"RFC {request.url}".encode()).hexdigest())

    def stored(self, request: PreparedRequest) -> Any:
        for entry in self.entries(request)[-1:]:
            headers = entry.response.headers
            fields = [[name, value] for name in headers for value in headers.get_list(name) or []]
            return entry.response.status_code, fields, b"".join(entry.response.stream)

    def remove(self, request: PreparedRequest) -> None:
        for entry in self.entries(request):
            self.storage.remove_entry(entry.id)


if __name__ == "__main__":
    serve_session("hishel", HishelCache, DEVIATIONS)
