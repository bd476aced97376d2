"""
The open route as a FastAPI service: HMAC and one SQLite commit as in open-route.mjs, one process, one connection.
`python3 open-route.py <folder> <api_secret> <port>`. uvicorn uses uvloop and httptools if they are installed.
"""

import hashlib
import hmac
import json
import sqlite3
import sys
import time
import uuid
from typing import Annotated, Any

import uvicorn
from fastapi import FastAPI, Header, HTTPException
from pydantic import BaseModel

folder, secret, port = sys.argv[1], sys.argv[2].encode(), int(sys.argv[3])
# The route runs on the event loop's thread: a thread for each request would be slower.
database = sqlite3.connect(f"{folder}/fastapi.db", isolation_level=None)
database.execute("PRAGMA journal_mode = WAL")
database.execute("PRAGMA synchronous = FULL")
database.execute(
    """CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, material_id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
         callback_url TEXT NOT NULL, metadata TEXT NOT NULL, last_access INTEGER NOT NULL) STRICT"""
)
UPSERT = """INSERT INTO sessions (id, material_id, fingerprint, callback_url, metadata, last_access) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (material_id) DO UPDATE SET callback_url = excluded.callback_url, metadata = excluded.metadata,
       last_access = excluded.last_access RETURNING id, fingerprint"""


class SessionCreate(BaseModel):
    api_key: str
    callback_url: str
    material_id: str
    vms_json: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None


class SessionResponse(BaseModel):
    session_id: str
    fingerprint: str
    url: str


def signature(text: str) -> str:
    return hmac.new(secret, text.encode(), hashlib.sha256).hexdigest()


app = FastAPI()


@app.post("/integration/session/open")
async def open_session(body: SessionCreate, x_service_signature: Annotated[str, Header()]) -> SessionResponse:
    if not hmac.compare_digest(signature(f"{body.material_id}:{body.callback_url}"), x_service_signature):
        raise HTTPException(403, "Invalid signature")
    metadata = json.dumps(body.metadata or {})
    values = (str(uuid.uuid4()), body.material_id, str(uuid.uuid4()), body.callback_url, metadata, int(time.time() * 1000))
    [(session_id, fingerprint)] = database.execute(UPSERT, values).fetchall()
    url = f"http://127.0.0.1/editor/{session_id}#t={signature(session_id)}"
    return SessionResponse(session_id=session_id, fingerprint=fingerprint, url=url)


uvicorn.run(app, host="127.0.0.1", port=port, access_log=False, log_level="warning")
