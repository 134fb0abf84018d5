"""Holds a cache in Python against the documented rules of client-side caches.

    serve("my store", {"response": [MyResponses, MyStore]})

makes a program of it, for `cachespec check --exec 'python3 my_store.py'`. The first class of a chapter is made with the
`World`, once for each scenario, and makes the objects that the kit then calls. What the kit calls, and with what, is in
Conformance/Command/PROTOCOL.md; a method `storedResponse` there is `stored_response` here, with the parameters as keyword
arguments. Names inside a value are written as they are there, as in `policy["maxAge"]`, and bytes are `bytes`. A class
that lacks a method is not asked for what needs it.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import threading
import traceback
from pathlib import Path
from typing import Any, Callable, Iterable, Optional, Sequence

VERSION = 1

# The methods without any of which a module lacks a capability, by chapter.
PARTS: dict[str, dict[str, str]] = {
    "response": {
        "loader": "make_session", "directStoring": "store", "removalSince": "remove_responses_since",
        "removalOfAll": "remove_all_responses", "capacity": "usage capacity set_capacity",
        "sessionStores": "configured_store",
    },
    "paywall": {
        "adaptivePolicy": "load_adaptively", "preloading": "preload", "logOut": "log_out", "manualCleanUp": "clean_up",
    },
    "customer": {
        "offerings": "offerings", "purchases": "purchase", "identities": "log_in",
        "invalidation": "invalidate_customer_info_cache", "customerListener": "set_listener",
        "earlierFormat": "store_in_earlier_format",
    },
    "normalized": {"watching": "watch", "directAccess": "transact"},
    "dashboard": {},
}

# The fields that hold bytes, in Base64.
BYTES = {"body", "content", "bytes"}


class OriginFailure(Exception):
    """The failure of an origin in place of an answer: noConnection, timeOut, serverError or undecodable."""


class Cancelled(Exception):
    """The call was cancelled while it waited for the world."""


class World:
    """The world of one scenario: its time, and the origin that the module asks."""

    def __init__(self, pipe: "Pipe") -> None:
        self._pipe = pipe

    @property
    def now(self) -> float:
        """The date and time of day, in seconds since 1970."""
        return self._pipe.state["now"]

    @property
    def elapsed(self) -> float:
        """What a clock shows that nobody can set, in seconds."""
        return self._pipe.state["elapsed"]

    @property
    def state(self) -> dict[str, Any]:
        """All that the kit says of the world, such as the quality of the network."""
        return self._pipe.state

    def ask(self, method: str, time_out: Optional[float] = None, **parameters: Any) -> Any:
        """Asks the world, and waits for the answer: `ask("send", request=request)`.

        Raises `OriginFailure` where the origin fails, `Cancelled` once the call that asks is cancelled, and `TimeoutError`
        if the answer takes longer than `time_out` seconds on the world's clock.
        """
        return self._pipe.call(method, parameters, time_out)

    def sleep(self, seconds: float) -> None:
        """Sleeps on the world's clock."""
        self._pipe.call("sleep", {"until": self.elapsed + seconds})

    def stop(self) -> None:
        """Ends what threads of the module's own wait for: they get `Cancelled`. To be called by `close`."""
        self._pipe.drop_all_without_a_call()

    def sleepers(self, count: int) -> None:
        """Returns once so many threads sleep on the world's clock: what a loop is waited for by."""
        self._pipe.call("sleepers", {"count": count})

    def tell(self, method: str, **parameters: Any) -> None:
        """Tells what needs no answer: `tell("log", line="…")`, `tell("notify", listener=1, info=info)`."""
        self._pipe.write({"method": method, "params": parameters})


class Pipe:
    """The conversation over standard input and output, in JSON-RPC 2.0 with a message a line."""

    def __init__(self, description: dict[str, Any], chapters: dict[str, list[type]]) -> None:
        self.state: dict[str, Any] = {}
        self._description = description
        self._chapters = chapters
        self._output = sys.stdout
        # What the cache prints must not get between the messages.
        sys.stdout = sys.stderr
        self._lock = threading.Lock()
        self._last = 0
        self._waiting: dict[int, Callable[[dict[str, Any]], None]] = {}
        # The calls to the kit that each call of the kit waits for.
        self._asked: dict[Optional[int], set[int]] = {}
        self._current = threading.local()
        # Set whenever a thread has asked the kit, or has answered it.
        self._settled = threading.Event()
        self._chapter = ""
        self._root: Any = None
        self._objects: list[Any] = []

    def write(self, message: dict[str, Any]) -> None:
        line = json.dumps({"jsonrpc": "2.0", **message}, default=lambda value: base64.b64encode(value).decode())
        with self._lock:
            self._output.write(line + "\n")
            self._output.flush()

    def call(self, method: str, parameters: dict[str, Any], time_out: Optional[float] = None) -> Any:
        """Calls the kit, and waits for the answer, or for so many seconds on the world's clock."""
        came = threading.Event()
        answers: dict[str, dict[str, Any]] = {}
        numbers = [self._begin(method, parameters, lambda message: (answers.setdefault("answer", message), came.set()))]
        if time_out is not None:
            late = self._begin("sleep", {"until": self.state["elapsed"] + time_out}, lambda message: (answers.setdefault("late", message), came.set()))
            numbers.append(late)
        self._settled.set()
        came.wait()
        answer = answers.get("answer")
        for number in numbers:
            self._drop(number)
        if answer is None:
            raise TimeoutError(f"{method} was not answered in {time_out} s")
        if "error" not in answer:
            return self._decoded(answer.get("result"))
        failure = answer["error"].get("data", {}).get("failure")
        if failure == "cancelled":
            raise Cancelled()
        raise OriginFailure(failure) if failure else RuntimeError(answer["error"]["message"])

    def _begin(self, method: str, parameters: dict[str, Any], take: Callable[[dict[str, Any]], Any]) -> int:
        of = getattr(self._current, "id", None)
        with self._lock:
            self._last += 1
            number = self._last
            self._waiting[number] = take
            self._asked.setdefault(of, set()).add(number)
        self.write({"id": number, "method": method, "params": parameters})
        return number

    def drop_all_without_a_call(self) -> None:
        for number in self._asked.pop(None, set()):
            self._drop(number)

    def _drop(self, number: int) -> None:
        """Cancels a call that is still waited for."""
        with self._lock:
            take = self._waiting.pop(number, None)
        if take:
            self.write({"method": "cancel", "params": {"id": number}})
            take({"error": {"message": "cancelled", "data": {"failure": "cancelled"}}})

    def run(self) -> None:
        for line in sys.stdin:
            message = json.loads(line)
            self._settled.clear()
            method = message.get("method")
            if method is None:
                with self._lock:
                    take = self._waiting.pop(message["id"], None)
                if take:
                    take(message)
                    self._let_run()
            elif method == "state":
                self.state = message["params"]
            elif method == "cancel":
                self._cancel(message["params"]["id"])
            else:
                self._asked[message["id"]] = set()
                threading.Thread(target=self._answer, args=(message,), daemon=True).start()
                self._let_run()

    def _let_run(self) -> None:
        """Waits until what a message set going has asked or answered, so that messages take effect in their order.

        A thread may also wait for another one of the module's own, of which nothing is known here.
        """
        self._settled.wait(0.001)

    def _cancel(self, number: int) -> None:
        for asked in list(self._asked.get(number, ())):
            self._drop(asked)

    def _answer(self, message: dict[str, Any]) -> None:
        number = self._current.id = message["id"]
        try:
            result = self._result(message["method"], message.get("params") or {})
            self.write({"id": number, "result": result})
        except Exception as error:  # Whatever the cache raises is its answer.
            failure = error.args[0] if isinstance(error, OriginFailure) and error.args else None
            failure = "cancelled" if isinstance(error, Cancelled) else failure
            data = {"failure": failure} if failure else {}
            place = traceback.extract_tb(error.__traceback__)[-1]
            text = f"{type(error).__name__}: {error} ({Path(place.filename).name}, line {place.lineno})"
            self.write({"id": number, "error": {"code": -32000, "message": text, "data": data}})
        finally:
            self._asked.pop(number, None)
            self._settled.set()

    def _result(self, method: str, parameters: dict[str, Any]) -> Any:
        if method == "describe":
            return self._description
        if method == "sync":
            return None
        if method == "begin":
            self._chapter, self._objects = parameters["chapter"], []
            self._root = self._chapters[self._chapter][0](World(self))
            return None
        number = parameters.pop("object", 0)
        target = self._objects[number - 1] if number else self._root
        name = snake(method)
        if name in ("wait_until_idle", "close") and not hasattr(target, name):
            return None
        arguments = {snake(key): value for key, value in self._decoded(parameters).items()}
        if "store" in arguments and method == "makeSession" and arguments["store"]:
            arguments["store"] = self._objects[arguments["store"] - 1]
        result = getattr(target, name)(**arguments)
        if method in ("open", "openStore", "makeSession", "sharedStore", "configuredStore") and result is not None:
            if result not in self._objects:
                self._objects.append(result)
            return {"object": self._objects.index(result) + 1}
        return result

    def _decoded(self, value: Any) -> Any:
        # A graph's fields may have any name.
        if self._chapter == "normalized":
            return value
        if isinstance(value, dict):
            return {
                key: base64.b64decode(item) if key in BYTES and isinstance(item, str) else self._decoded(item)
                for key, item in value.items()
            }
        return [self._decoded(item) for item in value] if isinstance(value, list) else value


def snake(name: str) -> str:
    """`storedResponse` as `stored_response`."""
    return re.sub(r"(?<=[a-z])([A-Z])|(?<=[A-Z])([A-Z])(?=[a-z])", lambda found: "_" + found[0], name).lower()


def serve(
    name: str, chapters: dict[str, list[type]], lacking: Optional[dict[str, str]] = None,
    deviations: Iterable[Sequence[str] | dict[str, str]] = (), loopback: bool = False, summary: str = "a cache in Python",
    version: str = "", homepage: str = "",
) -> None:
    """Serves a cache until the kit ends.

    `lacking` names what the kit must not ask of it, each with the reason, and `deviations` the rules that it is known to
    break: a rule, or a scenario with `*` in its brackets for any text, the reason, a link and, if only drawn runs show it,
    `exploring`; or as `check --print-deviations` prints it. With `loopback`, the origin answers over HTTP, for a cache
    with a client of its own; its certificate is `world.ask("certificate")`. `version` and `homepage` are the cache's, for
    reports.
    """
    missing = {
        capability: "the module has no such call"
        for chapter, classes in chapters.items()
        for capability, methods in PARTS[chapter].items()
        if not all(any(hasattr(one, method) for one in classes) for method in methods.split())
    }
    description = {
        "protocol": VERSION, "name": name, "summary": summary, "version": version, "homepage": homepage,
        "chapters": list(chapters),
        "lacking": {**missing, **(lacking or {})}, "loopback": loopback,
        "deviations": [
            one if isinstance(one, dict) else dict(zip(("rule", "reason", "link", "shownBy"), one)) for one in deviations
        ],
    }
    Pipe(description, chapters).run()
