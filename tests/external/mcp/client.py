"""Calls every tool with the official Python client, over HTTP and over standard input and output.

client.py URL BINARY: the package `mcp` 2 speaks the current revision, and 1 those before it.
"""

import asyncio
import contextlib
import json
import pathlib
import sys

import mcp

URL, BINARY = sys.argv[1:]
CALLS = json.loads((pathlib.Path(__file__).parent / "calls.json").read_text())
STDIO = mcp.StdioServerParameters(command=BINARY, args=["mcp"])


@contextlib.asynccontextmanager
async def legacy(transport):
    async with transport as streams, mcp.ClientSession(*streams[:2]) as session:
        await session.initialize()
        yield session


def sessions():
    if hasattr(mcp, "Client"):
        for mode in ("2026-07-28", "auto"):
            yield f"current client ({mode}) over HTTP", mcp.Client(URL, mode=mode)
            yield f"current client ({mode}) over standard streams", mcp.Client(STDIO, mode=mode)
    else:
        from mcp.client.stdio import stdio_client
        from mcp.client.streamable_http import streamablehttp_client

        yield "legacy client over HTTP", legacy(streamablehttp_client(URL))
        yield "legacy client over standard streams", legacy(stdio_client(STDIO))


def snake(result):
    """The members of a result under the names of the protocol."""
    return result.model_dump(by_alias=True, mode="json")


async def check(session):
    tools = snake(await session.list_tools())["tools"]
    assert {tool["name"] for tool in tools} == {tool for tool, _, _ in CALLS}, tools
    for tool, arguments, expected in CALLS:
        answer = snake(await session.call_tool(tool, arguments))
        assert not answer["isError"] and expected in answer["content"][0]["text"], answer
    answer = snake(await session.call_tool("solve", {"grid": "5", "max_solutions": 0}))
    assert answer["isError"] and answer["content"][0]["text"].startswith("invalid-request: `max_solutions`: "), answer
    assert answer["structuredContent"]["errors"][0]["pointer"] == "/max_solutions", answer
    try:
        await session.call_tool("solver", {})
    except Exception as error:
        assert error.error.code == -32602, error
    else:
        raise AssertionError("an unknown tool was called")
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(session.call_tool("generate", {"rating": "9.5-12.0", "count": 100}), 0.05)
        raise AssertionError("the call was not withdrawn")
    assert not snake(await session.call_tool("techniques", {}))["isError"]


async def main():
    for name, session in sessions():
        async with session as entered:
            await check(entered)
        print(f"ok Python {sys.version_info.major}, {name}")


asyncio.run(main())
