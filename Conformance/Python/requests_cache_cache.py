"""requests-cache over SQLite, led by Cache-Control."""

import datetime
import time
from typing import Any

import requests_cache.policy.expiration
from requests import PreparedRequest
from requests_cache import CachedSession, SQLiteCache

from sessions import (
    AGE_IGNORED, ANY_304_CONFIRMS, DELAY_IGNORED, LAST_OF_TWO, LACKING, LENGTH_TAKEN, NO_AGE_SENT, RFC, Cache,
    serve_session,
)


class Clock(datetime.datetime):
    """The date by `time.time`, which the world sets."""

    @classmethod
    def now(cls, tz: Any = None) -> datetime.datetime:
        return datetime.datetime.fromtimestamp(time.time(), tz)


requests_cache.policy.expiration.datetime = Clock


DEVIATIONS = [
    (
        "http.vary.matches[list members in another order]",
        "The members of any field that Vary names are sorted, though only a field's definition can say that their "
        "order means nothing (section 4.1).",
        RFC + "4.1",
    ),
    (
        "http.store.no-cache",
        "A response with no-cache is served when the origin is down (section 5.2.2.4: must not be used "
        "without validation).",
        RFC + "5.2.2.4",
    ),
    (
        "http.store.status",
        "What a 302 without a lifetime has led to is served for the 302 (section 4.2.2: no heuristic applies "
        "to it).",
        RFC + "4.2.2",
    ),
    ("http.headers.stored", "It stores the fields that are for a proxy alone (section 3.1).", RFC + "3.1"),
    NO_AGE_SENT,
    (
        "http.vary.star",
        "Of a Vary with more than one member a * is compared like a field (section 4.1: * never matches).",
        RFC + "4.1",
    ),
    (
        "http.fresh.max-age",
        "A fresh response with must-revalidate is checked each time (section 5.2.2.2: once it is stale).",
        RFC + "5.2.2.2",
    ),
    (
        "http.fresh.heuristic",
        "A response without a lifetime is served for ever (section 4.2.2: where no lifetime is known it is to "
        "be checked in time).",
        RFC + "4.2.2",
    ),
    (
        "http.fresh.expires-invalid",
        "An Expires that is no date is a ValueError for who loads it (section 5.3: it counts as expired).",
        RFC + "5.3",
    ),
    AGE_IGNORED,
    (
        "http.age.date",
        "It does not look at Date, which says how old a response was when it came (section 4.2.3, "
        "apparent_age).",
        RFC + "4.2.3",
    ),
    DELAY_IGNORED,
    (
        "http.stale.must-revalidate",
        "A request with max-stale gets a stale response with must-revalidate when the origin is down (section "
        "5.2.2.2).",
        RFC + "5.2.2.2",
    ),
    LENGTH_TAKEN,
    ANY_304_CONFIRMS,
    ("http.invalidate.unsafe-method", "No method invalidates what is stored (section 4.4: must).", RFC + "4.4"),
    (
        "http.directives.syntax",
        "A max-age in quotes is not read, and a directive in the quotes of another one is (section 5.2).",
        RFC + "5.2",
    ),
    (
        "http.directives.invalid",
        "A max-age that is no number never expires (section 4.2.1: invalid freshness information is to be "
        "taken as stale), and one of 19 digits is an OverflowError (section 1.2.2: it counts as 2147483648).",
        RFC + "4.2.1",
    ),
    LAST_OF_TWO,
    (
        "http.directives.escapes[an escaped 0]",
        "A max-age with a backslash in its quotes is not read, and never expires (RFC 9110, section 5.6.4).",
        RFC + "4.2.1",
    ),
    (
        "http.vary.most-recent",
        "Of two stored responses that match, the first is served (section 4: the most recent).",
        RFC + "4",
    ),
    ("http.immutable", "What is immutable is served for ever (RFC 8246, 2: while it is fresh).", RFC + "5.2.2"),
]


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
    serve_session(
        "requests-cache", "https://requests-cache.readthedocs.io", RequestsCache, DEVIATIONS, LACKING)
