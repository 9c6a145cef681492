"""A way to the site that can be cut at any moment, as a train's is in a tunnel."""

import asyncio
from contextlib import asynccontextmanager, suppress


class Proxy:
    def __init__(self, port: int) -> None:
        self.port = port
        self.address = ""
        self._ends: set[asyncio.StreamWriter] = set()
        self._open: set[asyncio.Task[None] | None] = set()
        self._cut = False

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._cut:
            writer.transport.abort()
            return
        self._ends.add(writer)
        self._open.add(task := asyncio.current_task())
        with suppress(OSError):
            onward, back = await asyncio.open_connection("127.0.0.1", self.port)
            self._ends.add(back)
            if self._cut:
                back.transport.abort()
            await asyncio.gather(self._pass(reader, back), self._pass(onward, writer))
            self._ends.discard(back)
        self._ends.discard(writer)
        self._open.discard(task)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(65_536):
                writer.write(data)
                await writer.drain()
        writer.close()

    def cut(self) -> None:
        self._cut = True
        for end in self._ends:
            end.transport.abort()

    async def end(self) -> None:
        """Cut all connections, and wait for their ends: none may outlive the loop."""
        self.cut()
        await asyncio.gather(*filter(None, self._open), return_exceptions=True)
        for _ in range(3):
            await asyncio.sleep(0)

    def mend(self) -> None:
        self._cut = False


@asynccontextmanager
async def proxy_to(port: int):
    proxy = Proxy(port)
    server = await asyncio.start_server(proxy.accept, "127.0.0.1", 0)
    proxy.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield proxy
    finally:
        server.close()
        await proxy.end()
