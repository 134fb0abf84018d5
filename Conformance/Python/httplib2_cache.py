"""httplib2 over its files."""

import email
import re
from typing import Any

import httplib2
import requests

from sessions import (
    AGE_IGNORED, ANY_304_CONFIRMS, DATES_LENIENT, DATE_NEEDED, LACKING, LAST_OF_TWO, LENGTH_TAKEN, NO_AGE_SENT,
    QUOTES_UNREAD, RFC, STATUS_LOST, Cache, serve_session,
)


DEVIATIONS = [
    STATUS_LOST,
    (
        "http.store.methods",
        "The response to a HEAD or an OPTIONS is stored, and served to a GET: after a HEAD, without a body (section 4: "
        "the method of the request has to allow it; RFC 9110, 9.3.7: responses to OPTIONS are not cacheable).",
        RFC + "4",
    ),
    (
        "http.store.unsafe-forwarded",
        "An OPTIONS is answered with what is stored, as a GET is (RFC 9110, 9.3.7: not cacheable).",
        RFC + "4",
    ),
    (
        "http.head.served",
        "A HEAD is answered from the store with the stored body (RFC 9110, 9.3.2: a HEAD has no content).",
        RFC + "4",
    ),
    (
        "http.headers.stored",
        "It stores the fields that are for a proxy alone, and no Content-Encoding, even one that it does not decode "
        "(section 3.1).",
        RFC + "3.1",
    ),
    (
        "http.revalidate.content-fields[Content-Encoding]",
        "A Content-Encoding that it does not decode is lost when the response is stored (section 3.1).",
        RFC + "3.1",
    ),
    NO_AGE_SENT,
    ("http.vary.star", "A * in Vary is compared like a field that no request has (section 4.1: * never matches).",
     RFC + "4.1"),
    (
        "http.fresh.expires[Date in the future*]",
        "A response with a Date ahead does not age until then (section 4.2.3: the time since it came counts).",
        RFC + "4.2.3",
    ),
    ("http.fresh.expires[no Date*]", *DATE_NEEDED[1:]),
    DATES_LENIENT,
    (
        "http.fresh.date-variants[an invalid Date]",
        "Once a response is stored whose Date is no date, each request for it is a TypeError, and nothing is asked "
        "(section 4.2: it is fresh, or else to be checked).",
        RFC + "4.2",
    ),
    AGE_IGNORED,
    DATE_NEEDED,
    LENGTH_TAKEN,
    ("http.revalidate.other-tag", *ANY_304_CONFIRMS[1:]),
    (
        "http.directives.syntax[no-cache inside another directive's quotes]",
        "Directives are split at each comma, also in the quotes of another one (section 5.2).",
        RFC + "5.2",
    ),
    QUOTES_UNREAD,
    (
        "http.directives.invalid",
        "A max-age without a value counts as a second (section 4.2.1: to be taken as stale).",
        RFC + "4.2.1",
    ),
    LAST_OF_TWO,
    (
        "http.request.only-if-cached[a stale response with must-revalidate is stored]",
        "A request with only-if-cached gets any stored response, also a stale one with must-revalidate (section "
        "5.2.2.2: must not be used without validation).",
        RFC + "5.2.2.2",
    ),
]

# httplib2 notes these among the header fields: the status, and what begins with a hyphen.
NOTES = re.compile("status$|-")


class Client(httplib2.Http):
    def request(self, uri: str, *arguments: Any, **more: Any) -> Any:
        # Called anew for each redirect: the last is of the URL that answers.
        self.url = uri
        return super().request(uri, *arguments, **more)


class Httplib2Cache(Cache):
    def __init__(self, folder: Any) -> None:
        self.files = httplib2.FileCache(str(folder))

    def load(self, request: requests.Request, verify: Any) -> Any:
        # A client is for one thread.
        client = Client(self.files, timeout=20, ca_certs=None if verify is True else verify)
        try:
            response, body = client.request(request.url, request.method, request.data, request.headers)
        except httplib2.RedirectMissingLocation as answer:
            # The response is in the error.
            response, body = answer.response, answer.content
        finally:
            client.close()
        return client.url, response.status, fields_of(response), body

    def stored(self, request: requests.PreparedRequest) -> Any:
        data = self.files.get(key(request))
        if data is None:
            return None
        head, body = data.split(b"\r\n\r\n", 1)
        response = httplib2.Response(email.message_from_bytes(head))
        return response.status, fields_of(response), body

    def remove(self, request: requests.PreparedRequest) -> None:
        self.files.delete(key(request))

    def close(self) -> None:
        pass


def key(request: requests.PreparedRequest) -> str:
    return httplib2.urlnorm(request.url)[3]


def fields_of(response: httplib2.Response) -> list:
    return [[name, value] for name, value in response.items() if not NOTES.match(name)]


if __name__ == "__main__":
    # What is stored is as it came.
    lacking = {capability: reason for capability, reason in LACKING.items() if capability != "plainStorage"}
    serve_session("httplib2", "https://github.com/httplib2/httplib2", Httplib2Cache, DEVIATIONS, lacking)
