"""A query engine over documents and a database in LlamaIndex, after developers.llamaindex.ai/python/examples/query_engine/sqljoinqueryengine
(SQL first, then the documents with what it brought) and …/citation_query_engine (answers with numbered sources); filters after
…/vector_stores/simpleindexdemo. What differs from the pages, and why: docs/peers.md."""

import json
import re

from llama_index.core import Document, Settings, SQLDatabase, VectorStoreIndex
from llama_index.core.query_engine import CitationQueryEngine, NLSQLTableQueryEngine, SQLJoinQueryEngine
from llama_index.core.schema import MetadataMode
from llama_index.core.selectors import LLMSingleSelector
from llama_index.core.tools import QueryEngineTool
from llama_index.core.vector_stores import FilterOperator, MetadataFilter, MetadataFilters
from llama_index.embeddings.openai_like import OpenAILikeEmbedding
from llama_index.llms.openai_like import OpenAILike
from sqlalchemy import create_engine, inspect

import scope


class Pipeline:
    def __init__(self, library, settings):
        self.settings = settings
        Settings.llm = OpenAILike(
            model=settings.model, api_base=settings.url, api_key="none", is_chat_model=True, temperature=0, context_window=settings.context, timeout=settings.timeout
        )
        Settings.embed_model = OpenAILikeEmbedding(model_name="static", api_base=settings.embeddings, api_key="none")
        docs = []
        for d in library:
            m = dict(d["metadata"])
            if settings.scoped:
                m |= {"from_day": scope.day(m.get("effective_from"), 0), "to_day": scope.day(m.get("effective_to"), 99991231)}
            hidden = ["access", "from_day", "to_day"]
            docs.append(Document(text=d["text"], metadata=m, excluded_llm_metadata_keys=hidden, excluded_embed_metadata_keys=hidden))
        self.engines = {}
        self.index = VectorStoreIndex.from_documents(docs)

    def engine(self, asker):
        filters, database = None, self.settings.database
        if self.settings.scoped:
            database = scope.own_rows(database, asker, self.settings.folder)
            today = scope.day(self.settings.today, 0)
            filters = MetadataFilters(
                filters=[
                    MetadataFilter(key="from_day", value=today, operator=FilterOperator.LTE),
                    MetadataFilter(key="to_day", value=today, operator=FilterOperator.GTE),
                    MetadataFilter(key="access", value=sorted(scope.terms(asker)), operator=FilterOperator.ANY),
                ]
            )
        documents = CitationQueryEngine.from_args(
            self.index, similarity_top_k=8, citation_chunk_size=512, metadata_mode=MetadataMode.LLM, filters=filters
        )
        engine = create_engine(f"sqlite:///{database}")
        tables = inspect(engine).get_table_names()
        sql = NLSQLTableQueryEngine(sql_database=SQLDatabase(engine), tables=tables)
        return SQLJoinQueryEngine(
            QueryEngineTool.from_defaults(query_engine=sql, description=f"Useful for translating a natural language query into a SQL query over the tables {', '.join(tables)}"),
            QueryEngineTool.from_defaults(query_engine=documents, description="Useful for answering from the company's documents: policies, standards, contracts, procedures and notices"),
            selector=LLMSingleSelector.from_defaults(),
            verbose=False,
        )

    def ask(self, question, asker):
        """Returns the answer, and the sources that its lines name, with what was found there."""
        key = json.dumps(asker)
        if key not in self.engines:
            self.engines[key] = self.engine(asker)
        response = self.engines[key].query(question)
        text = str(response)
        nodes = {str(i + 1): n.node.get_content(metadata_mode=MetadataMode.NONE) for i, n in enumerate(response.source_nodes)}
        rows = (response.metadata or {}).get("result") or []
        cited = []
        for line in text.splitlines():
            marks = [n for n in re.findall(r"\[(\d+)\]", line) if n in nodes]
            cited += [{"source": n, "text": nodes[n], "says": re.sub(r"\[\d+\]", "", line)} for n in marks]
            if not marks and any(value is not None and str(value) in line for row in rows for value in row):
                cited.append({"source": "sql", "text": str(rows), "says": line})
        return text, cited
