"""python3 run.py langgraph|llamaindex FILE: builds the pipeline by FILE (one JSON object: settings, library, questions), asks its questions one
after the other, and prints one JSON object a line: ready, then an answer each."""

import importlib
import json
import os
import sys
import tempfile
import time
import types
import urllib.request
import warnings

warnings.simplefilter("ignore")
os.environ.update(LANGSMITH_TRACING="false", OPENAI_API_KEY="none", ANONYMIZED_TELEMETRY="false", TOKENIZERS_PARALLELISM="false")


def say(**what):
    print(json.dumps(what, ensure_ascii=False), flush=True)


def model_ms(url):
    """How long the model has taken so far."""
    with urllib.request.urlopen(url) as r:
        return int(r.read()) / 1e6


def main():
    begun = time.perf_counter()
    with open(sys.argv[2], encoding="utf-8") as f:
        given = json.load(f)
    module = importlib.import_module(sys.argv[1] + "_rag")
    with tempfile.TemporaryDirectory() as folder:
        pipeline = module.Pipeline(given["library"], types.SimpleNamespace(folder=folder, **given["settings"]))
        say(ready_ms=(time.perf_counter() - begun) * 1e3)
        for q in given["questions"]:
            model = model_ms(given["settings"]["spent"])
            begun, cpu = time.perf_counter(), time.process_time()
            try:
                text, cited = pipeline.ask(q["question"], q["asker"])
                error = ""
            except Exception as e:  # an answer that does not come is counted, whatever kept it
                text, cited, error = "", [], f"{type(e).__name__}: {e}"[:300]
            took, cpu = (time.perf_counter() - begun) * 1e3, (time.process_time() - cpu) * 1e3
            say(name=q["name"], text=text, cited=cited, error=error, cpu_ms=cpu, ms=took - (model_ms(given["settings"]["spent"]) - model))


if __name__ == "__main__":
    main()
