/**
 * The floor of opens, drafts, saves, start and memory: Express routes that check the same HMAC and make one SQLite
 * commit. `node open-route.mjs <folder> <api_secret>`
 */
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import express from "express";

const [folder = ".", secret = ""] = process.argv.slice(2);
const database = new Sqlite(path.join(folder, "floor.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(
  `CREATE TABLE IF NOT EXISTS sessions (id TEXT PRIMARY KEY, material_id TEXT NOT NULL UNIQUE, fingerprint TEXT NOT NULL,
     callback_url TEXT NOT NULL, metadata TEXT NOT NULL, last_access INTEGER NOT NULL) STRICT;
   CREATE TABLE IF NOT EXISTS drafts (session_id TEXT NOT NULL, client_id TEXT NOT NULL, updated_at INTEGER NOT NULL,
     vms_json TEXT NOT NULL, PRIMARY KEY (session_id, client_id)) STRICT;
   CREATE TABLE IF NOT EXISTS versions (id TEXT PRIMARY KEY, session_id TEXT NOT NULL, number INTEGER NOT NULL,
     vms_json TEXT NOT NULL, UNIQUE (session_id, number)) STRICT`,
);
// Each statement changes a value, because SQLite does not write an unchanged page.
const upsert = database.prepare(
  `INSERT INTO sessions (id, material_id, fingerprint, callback_url, metadata, last_access) VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (material_id) DO UPDATE SET callback_url = excluded.callback_url, metadata = excluded.metadata,
     last_access = excluded.last_access RETURNING id, fingerprint`,
);
const keepDraft = database.prepare(
  `INSERT INTO drafts (session_id, client_id, updated_at, vms_json) VALUES (?, ?, ?, ?)
   ON CONFLICT (session_id, client_id) DO UPDATE SET updated_at = excluded.updated_at, vms_json = excluded.vms_json`,
);
const keepVersion = database.prepare("INSERT INTO versions (id, session_id, number, vms_json) VALUES (?, ?, ?, ?)");

/** @param {string} text @param {string | undefined} given */
function isSigned(text, given) {
  const right = createHmac("sha256", secret).update(text).digest("hex");
  const bytes = Buffer.from(given ?? "");
  return bytes.length === right.length && timingSafeEqual(bytes, Buffer.from(right));
}

const app = express();
app.use(express.json({ limit: "1mb" }));
app.post("/integration/session/open", (req, res) => {
  const { material_id, callback_url, metadata } = req.body;
  if (!isSigned(`${material_id}:${callback_url}`, req.get("X-Service-Signature"))) {
    res.status(403).json({ detail: "Invalid signature" });
    return;
  }
  const row = /** @type {{ id: string, fingerprint: string }} */ (
    upsert.get(randomUUID(), material_id, randomUUID(), callback_url, JSON.stringify(metadata ?? {}), Date.now())
  );
  const token = createHmac("sha256", secret).update(row.id).digest("hex");
  const url = `http://${req.get("Host")}/editor/${row.id}#t=${token}`;
  res.json({ session_id: row.id, fingerprint: row.fingerprint, url });
});
app.use("/editor/api/sessions/:id", (req, res, next) => {
  if (isSigned(req.params.id, req.get("Authorization")?.slice("Bearer ".length))) next();
  else res.status(401).json({ detail: "Open the article again" });
});
app.put("/editor/api/sessions/:id/draft", (req, res) => {
  keepDraft.run(req.params.id, req.body.client_id, Date.now(), JSON.stringify(req.body.vms_json));
  res.status(204).end();
});
app.post("/editor/api/sessions/:id/versions", (req, res) => {
  const number = (req.body.base_version ?? 0) + 1;
  keepVersion.run(randomUUID(), req.params.id, number, JSON.stringify(req.body.vms_json));
  res.status(201).json({ number });
});

const server = app.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ event: "ready", url: `http://127.0.0.1:${address.port}` })}\n`);
});
process.on("SIGTERM", () => process.exit());
