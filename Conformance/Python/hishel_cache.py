"""hishel in its mode that follows RFC 9111."""

import hashlib
from typing import Any

from hishel import CacheOptions, SqliteStorage
from hishel.requests import CacheAdapter
from requests import PreparedRequest

from sessions import (
    AGE_IGNORED, DATES_LENIENT, DELAY_IGNORED, EXPIRES_FOR_INVALID, LAST_OF_TWO, RFC, Cache, serve_session,
)


DEVIATIONS = [
    (
        "http.store.status",
        "It serves a 299 with must-understand, whose requirements it cannot know (section 5.2.2.3: must not "
        "be stored then).",
        RFC + "5.2.2.3",
    ),
    (
        "http.fresh.expires",
        "A Date ahead of the clock counts as none: the lifetime is not Expires minus Date (section 4.2.1).",
        RFC + "4.2.1",
    ),
    DATES_LENIENT,
    AGE_IGNORED,
    DELAY_IGNORED,
    (
        "http.revalidate.other-tag[*]",
        "A 304 with another weak tag confirms the stored response (section 4.3.4: it is not to be used for an "
        "update then).",
        RFC + "4.3.4",
    ),
    (
        "http.invalidate.unsafe-method",
        "A PUT to a URL with a fragment leaves the stored response, though the fragment is no part of the "
        "target (section 4.4).",
        RFC + "4.4",
    ),
    EXPIRES_FOR_INVALID,
    LAST_OF_TWO,
    (
        "http.revalidate.not-modified[*]",
        "After a 304 with a Content-Length of 0 the stored response has two lengths (section 3.2: it is not "
        "to be updated).",
        RFC + "3.2",
    ),
]


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
    serve_session("hishel", "https://hishel.com", HishelCache, DEVIATIONS)
