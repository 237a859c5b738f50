"""The two loops of overhead.go in LangGraph, as its documentation writes them. python3 langgraph_loop.py N prints one JSON object:
name -> {"median_us", "cpu_us"}, each of one run of the loop, over N runs after a tenth of them to warm up."""

import json
import operator
import pathlib
import statistics
import sys
import tempfile
import time
import warnings
from typing import Annotated, TypedDict

from langchain_core.language_models.chat_models import BaseChatModel
from langchain_core.messages import AIMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.tools import tool
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.prebuilt import create_react_agent


warnings.simplefilter("ignore")  # the prebuilt agent has moved to another package, whose agent is this one with middleware


class State(TypedDict):
    question: str
    records: Annotated[list[str], operator.add]


def six(checkpointer=None):
    """Six nodes: three side by side, and one behind each of them."""

    def node(name):
        return lambda state: {"records": [name + " text"]}

    graph = StateGraph(State)
    for i in range(3):
        graph.add_node(f"a{i}", node(f"a{i}"))
        graph.add_node(f"b{i}", node(f"b{i}"))
        graph.add_edge(START, f"a{i}")
        graph.add_edge(f"a{i}", f"b{i}")
        graph.add_edge(f"b{i}", END)
    app = graph.compile(checkpointer=checkpointer)

    def run(thread):
        out = app.invoke({"question": "is it so?", "records": []}, {"configurable": {"thread_id": thread}})
        assert len(out["records"]) == 6, out

    return run


@tool
def find(query: str) -> str:
    """Finds a passage."""
    return query + " text"


class Scripted(BaseChatModel):
    """Calls the tool four times, one call a turn, and then answers."""

    def bind_tools(self, tools, **kwargs):
        return self

    def _generate(self, messages, stop=None, run_manager=None, **kwargs):
        done = sum(1 for m in messages if m.type == "tool")
        if done < 4:
            message = AIMessage("", tool_calls=[{"name": "find", "args": {"query": f"q{done}"}, "id": f"call_{done}"}])
        else:
            message = AIMessage("so it is")
        return ChatResult(generations=[ChatGeneration(message=message)])

    @property
    def _llm_type(self):
        return "scripted"


def four(checkpointer=None):
    """A model that calls one tool four times: the prebuilt agent."""
    app = create_react_agent(Scripted(), [find], checkpointer=checkpointer)

    def run(thread):
        out = app.invoke({"messages": [("user", "is it so?")]}, {"configurable": {"thread_id": thread}})
        assert sum(1 for m in out["messages"] if m.type == "tool") == 4, out

    return run


def measure(run, n):
    warm = max(n // 10, 3)
    for i in range(warm):
        run(f"warm{i}")
    walls = []
    cpu = time.process_time()
    for i in range(n):
        begun = time.perf_counter()
        run(str(i))
        walls.append(time.perf_counter() - begun)
    cpu = time.process_time() - cpu
    return {"median_us": statistics.median(walls) * 1e6, "cpu_us": cpu / n * 1e6}


def main():
    n = int(sys.argv[1])
    out = {"six": measure(six(), n), "four": measure(four(), n)}
    with tempfile.TemporaryDirectory() as folder:
        for name, make in [("six, log", six), ("four, log", four)]:
            with SqliteSaver.from_conn_string(str(pathlib.Path(folder) / (name[:3] + ".db"))) as saver:
                out[name] = measure(make(saver), n)
    json.dump(out, sys.stdout)


if __name__ == "__main__":
    main()
