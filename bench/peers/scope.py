"""What a user writes to hold either framework to who asks: a filter over the metadata of documents, and a database of the user's own rows.
Both frameworks leave this to the application; it is the same for both."""

import datetime
import pathlib
import shutil
import sqlite3


def terms(asker):
    """What stands in the access list of a document that the asker may read."""
    return {"public", f"tenant:{asker['tenant']}", f"user:{asker['tenant']}/{asker['user']}", *(f"role:{r}" for r in asker["roles"])}


def day(text, open_end):
    """A day as a number, so that every vector store can compare it."""
    return int(datetime.date.fromisoformat(text).strftime("%Y%m%d")) if text else open_end


def own_rows(database, asker, folder):
    """A database with the asker's own rows, without private columns, in place of the table of orders. Staff of the tenant see all of the
    tenant's. (A view would do on a server; langchain_community cannot list views of SQLite.)"""
    if "tenant" not in columns(database, "orders"):
        return database
    own = pathlib.Path(folder) / f"{asker['tenant']}-{asker['user']}.db"
    if not own.exists():
        shutil.copy(database, own)
        shown = ", ".join(c for c in columns(own, "orders") if c not in ("phone", "address"))
        mine = "" if "agent" in asker["roles"] else f" AND user_id = '{asker['user']}'"
        with sqlite3.connect(own) as db:
            db.execute(f"CREATE TABLE mine AS SELECT {shown} FROM orders WHERE tenant = '{asker['tenant']}'{mine}")
            db.execute("DROP TABLE orders")
            db.execute("ALTER TABLE mine RENAME TO orders")
    return str(own)


def columns(database, table):
    with sqlite3.connect(database) as db:
        return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
