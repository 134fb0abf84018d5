"""CacheControl (https://github.com/psf/cachecontrol) over files."""

from typing import Any

from cachecontrol import CacheControl, CacheController
from cachecontrol.caches import FileCache
from requests import PreparedRequest

from sessions import Cache, serve_session


DEVIATIONS = []


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
    serve_session("cachecontrol", CacheControlCache, DEVIATIONS)
