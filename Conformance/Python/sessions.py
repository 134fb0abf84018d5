"""Holds an HTTP library against the rules of URL responses and HTTP.

    serve_session("hishel", "https://hishel.com", HishelCache, DEVIATIONS)

An adapter makes a session of `requests` over a folder, or loads by itself, and says what it has stored; the rest is the
same for all of them.
"""

import importlib.metadata
import sys
import time
from pathlib import Path
from typing import Any, Optional

sys.path.append(str(Path(__file__).parents[2] / "tools/python"))
from cachespec_module import World, serve

import requests

Message = dict[str, Any]

RFC = "https://www.rfc-editor.org/rfc/rfc9111#section-"

# What several libraries deviate in: the rule, how, and the section.
DATES_LENIENT = (
    "http.fresh.expires-invalid",
    "It reads hour 24, minute 60 and second 61 as times ahead, and dates with hyphens, two spaces, a year of two "
    "digits, an hour of one, or periods in the time; an invalid date counts as expired (section 5.3).",
    RFC + "5.3",
)
AGE_IGNORED = (
    "http.age.header",
    "It does not look at Age, which says how old a response was when it came (section 4.2.3).",
    RFC + "4.2.3",
)
DELAY_IGNORED = (
    "http.age.delay",
    "The time that the answer took does not count towards its age (section 4.2.3, response_delay).",
    RFC + "4.2.3",
)
EXPIRES_FOR_INVALID = (
    "http.directives.invalid",
    "Where max-age is no number it goes by Expires; invalid freshness information is to be taken as stale "
    "(section 4.2.1).",
    RFC + "4.2.1",
)
LAST_OF_TWO = (
    "http.directives.duplicate",
    "Of two values of max-age the last counts; the first is to, or the response is stale (section 4.2.1).",
    RFC + "4.2.1",
)
NO_AGE_SENT = ("http.headers.age-sent", "What it serves has no Age (section 5.1: a cache must send one).", RFC + "5.1")
ANY_304_CONFIRMS = (
    "http.revalidate.other-tag[*]",
    "Any 304 confirms the stored response, also one with another tag (section 4.3.4).",
    RFC + "4.3.4",
)
STATUS_LOST = (
    "response.store.returns-what-was-stored[a 304 has confirmed it since]",
    "A 203 that a 304 confirms is served as a 200 (section 4.3.4: the fields are updated, not the status).",
    RFC + "4.3.4",
)
DATE_NEEDED = (
    "http.age.delay",
    "Without a Date nothing is served, though the time of receipt stands in (RFC 9110, 6.6.1).",
    RFC + "4.2.3",
)
LENGTH_TAKEN = (
    "http.revalidate.not-modified[the 304 has a Content-Length of 0]",
    "After a 304 with a Content-Length of 0 the stored response has that length (section 3.2: it is not to be updated).",
    RFC + "3.2",
)
QUOTES_UNREAD = (
    "http.directives.quoted",
    "A max-age in quotes is not read; recipients are to accept both forms (section 5.2).",
    RFC + "5.2",
)

LACKING = {
    "requestPolicies": "a request names no policy",
    "storagePolicies": "a response is stored without a policy or user info",
    "willCache": "there is no delegate",
    "ephemeralSessions": "there is one kind of session",
    "backgroundSessions": "there is one kind of session",
    "fileURLs": "it loads no file: URLs",
    "plainStorage": "what is stored is encoded",
}


class Cache:
    """What an adapter says of its library, over a folder."""

    def __init__(self, folder: Path) -> None:
        self.session = requests.Session()

    def load(self, request: requests.Request, verify: Any) -> tuple[str, int, list, bytes]:
        """The URL that answered, and the status, header fields and body, by `verify`'s certificate if it is a path."""
        response = self.session.send(self.session.prepare_request(request), verify=verify, timeout=20)
        fields = [[name, value] for name, value in response.headers.items() if not name.startswith("X-Hishel")]
        return response.url, response.status_code, fields, response.content

    def stored(self, request: requests.PreparedRequest) -> Optional[tuple[int, list, bytes]]:
        """The status, header fields and body stored for a request."""
        raise NotImplementedError

    def remove(self, request: requests.PreparedRequest) -> None:
        raise NotImplementedError

    def close(self) -> None:
        self.session.close()


class Store:
    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def stored_response(self, request: Message) -> Optional[Message]:
        found = self.cache.stored(prepared(request))
        if found is None:
            return None
        status, fields, body = found
        return {"response": {"url": request["url"], "status": status, "fields": fields, "body": body}}

    def remove_response(self, request: Message) -> None:
        self.cache.remove(prepared(request))

    def close(self) -> None:
        self.cache.close()


class Session:
    def __init__(self, cache: Cache, certificate: Any) -> None:
        self.cache, self.certificate = cache, certificate

    def load(self, request: Message, kind: str, through: str) -> Message:
        verify = self.certificate() if request["url"].startswith("https:") else True
        url, status, fields, body = self.cache.load(unprepared(request), verify)
        return {"url": url, "status": status, "fields": fields, "body": body}


def unprepared(request: Message) -> requests.Request:
    fields: dict[str, str] = {}
    for name, value in request["fields"]:
        fields[name] = f"{fields[name]}, {value}" if name in fields else value
    return requests.Request(request["method"], request["url"], headers=fields, data=request["body"] or None)


def prepared(request: Message) -> requests.PreparedRequest:
    return requests.Session().prepare_request(unprepared(request))


def serve_session(
    name: str, homepage: str, make: type, deviations: list[tuple[str, str, str]], lacking: dict[str, str] = LACKING
) -> None:
    """Serves the sessions of a library, which takes the time from the world as far as `time.time` gives it.

    `name` is that of the library's distribution, which says its version.
    """

    class Responses:
        def __init__(self, world: World) -> None:
            self.world = world
            time.time = lambda: world.now

        def open_store(self, place: str, folder: str, capacity: dict) -> Store:
            return Store(make(Path(folder)))

        def make_session(self, store: Store, **configuration: Any) -> Session:
            return Session(store.cache, lambda: self.world.ask("certificate"))

    serve(
        name, {"response": [Responses, Store, Session]}, lacking, deviations, loopback=True,
        summary="an HTTP library in Python", version=importlib.metadata.version(name), homepage=homepage)
