"""CacheControl over files."""

from typing import Any

from cachecontrol import CacheControl, CacheController
from cachecontrol.caches import FileCache
from requests import PreparedRequest

from sessions import (
    AGE_IGNORED, ANY_304_CONFIRMS, DATES_LENIENT, DATE_NEEDED, EXPIRES_FOR_INVALID, NO_AGE_SENT,
    QUOTES_UNREAD, RFC, STATUS_LOST, Cache, serve_session,
)


DEVIATIONS = [
    STATUS_LOST,
    (
        "http.store.no-cache",
        "A response with no-cache and a tag is served unchecked (section 5.2.2.4: must not be used without "
        "validation).",
        RFC + "5.2.2.4",
    ),
    (
        "http.store.status-kept[301, max-age=60, 1 min later]",
        "A stored 301 is served for ever; one that is stale must be checked (section 4.2).",
        RFC + "4.2",
    ),
    (
        "http.headers.stored",
        "It stores the fields of proxies, and of two lines of a field the last (section 3.1: all but those "
        "must be stored).",
        RFC + "3.1",
    ),
    NO_AGE_SENT,
    (
        "http.fresh.expires",
        "A Date ahead counts as none, and without a Date nothing is served (section 4.2.1, and RFC 9110, "
        "6.6.1: the time of receipt stands in).",
        RFC + "4.2.1",
    ),
    DATES_LENIENT,
    (
        "http.fresh.date-variants[an invalid Date]",
        "A Date that is no date is an AssertionError for who loads it.",
        RFC + "4.2",
    ),
    AGE_IGNORED,
    DATE_NEEDED,
    ANY_304_CONFIRMS,
    (
        "http.invalidate.unsafe-method",
        "POST, and methods that it does not know, leave what is stored (section 4.4: must be invalidated).",
        RFC + "4.4",
    ),
    (
        "http.directives.syntax",
        "Directives in capitals are ignored; their names are not case-sensitive (section 5.2).",
        RFC + "5.2",
    ),
    EXPIRES_FOR_INVALID,
    (
        "http.directives.duplicate",
        "Of two values the last counts; the first is to, or the response is stale (section 4.2.1).",
        RFC + "4.2.1",
    ),
    QUOTES_UNREAD,
]


class CacheControlCache(Cache):
    def __init__(self, folder: Any) -> None:
        super().__init__(folder)
        self.files = FileCache(str(folder))
        self.session = CacheControl(self.session, cache=self.files)
        self.controller = self.session.get_adapter("http://").controller

    def stored(self, request: PreparedRequest) -> Any:
        data = self.files.get(CacheController.cache_url(request.url))
        found = self.controller.serializer.loads(request, data) if data else None
        return found and (found.status, [list(field) for field in found.headers.items()], found.data)

    def remove(self, request: PreparedRequest) -> None:
        self.files.delete(CacheController.cache_url(request.url))


if __name__ == "__main__":
    serve_session("cachecontrol", "https://github.com/psf/cachecontrol", CacheControlCache, DEVIATIONS)
