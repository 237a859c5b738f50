"""Measures Haystack's in-memory store on a corpus that retrieval-peers wrote: BM25 over the given terms, the given
vectors, and both lists joined by reciprocal ranks. Prints one JSON object a kind of search."""

import json
import resource
import sys
import time

import numpy as np
from haystack import Document
from haystack.components.joiners import DocumentJoiner
from haystack.document_stores.in_memory import InMemoryDocumentStore


def resident():
    with open("/proc/self/status", encoding="ascii") as f:
        kb = {line.split()[0]: int(line.split()[1]) for line in f if line.startswith(("VmRSS", "VmHWM"))}
    return kb["VmRSS:"] / 1024, kb["VmHWM:"] / 1024


def cpu():
    u = resource.getrusage(resource.RUSAGE_SELF)
    return u.ru_utime + u.ru_stime


def main(folder):
    with open(folder + "/questions.json", encoding="utf-8") as f:
        questions = json.load(f)
    vectors = np.fromfile(folder + "/vectors.f32", dtype="<f4").reshape(-1, len(questions[0]["vector"]))
    with open(folder + "/passages.jsonl", encoding="utf-8") as f:
        terms = [json.loads(line)["terms"] for line in f]
    store = InMemoryDocumentStore(bm25_tokenization_regex=r"(?u)\S+", bm25_algorithm="BM25L", embedding_similarity_function="dot_product")
    began, cpu_began = time.time(), cpu()
    step = 4000
    for at in range(0, len(terms), step):
        store.write_documents(
            [Document(id=str(i), content=terms[i], embedding=vectors[i].tolist()) for i in range(at, min(at + step, len(terms)))]
        )
    read, read_cpu = time.time() - began, cpu() - cpu_began
    join = DocumentJoiner(join_mode="reciprocal_rank_fusion", top_k=5)

    def keyword(q):
        return store.bm25_retrieval(q["terms"], top_k=5)

    def vector(q):
        return store.embedding_retrieval(q["vector"], top_k=5)

    def hybrid(q):
        lists = [store.bm25_retrieval(q["terms"], top_k=50), store.embedding_retrieval(q["vector"], top_k=50)]
        return join.run(documents=lists)["documents"]

    for name, find in (("keyword", keyword), ("vector", vector), ("hybrid", hybrid)):
        some = questions[:: max(1, len(questions) // 40)]  # it takes seconds a question
        find(some[0])
        took, right, cpu_began = [], 0, cpu()
        for q in some:
            t = time.time()
            found = find(q)
            took.append(1000 * (time.time() - t))
            right += bool(found) and found[0].id == str(q["own"])
        spent = 1000 * (cpu() - cpu_began) / len(some)
        took.sort()
        rss, peak = resident()
        print(json.dumps({
            "engine": "haystack", "searches": name, "read": read, "cpu": read_cpu, "p50": took[len(took) // 2],
            "p95": took[len(took) * 95 // 100], "per_query": spent, "resident": rss, "peak": peak, "top": right / len(some),
        }), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
