/**
 * The floor of opens, start and memory: one Express route that checks the same HMAC and makes one SQLite upsert, as a
 * site's own developer might write it in an afternoon. `node open-route.mjs <folder> <api_secret>`
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
     callback_url TEXT NOT NULL, metadata TEXT NOT NULL, last_access INTEGER NOT NULL) STRICT`,
);
const upsert = database.prepare(
  `INSERT INTO sessions (id, material_id, fingerprint, callback_url, metadata, last_access) VALUES (?, ?, ?, ?, ?, ?)
   ON CONFLICT (material_id) DO UPDATE SET callback_url = excluded.callback_url, metadata = excluded.metadata,
     last_access = excluded.last_access RETURNING id, fingerprint`,
);

const app = express();
app.use(express.json());
app.post("/integration/session/open", (req, res) => {
  const { material_id, callback_url, metadata } = req.body;
  const right = createHmac("sha256", secret).update(`${material_id}:${callback_url}`).digest("hex");
  const given = Buffer.from(req.get("X-Service-Signature") ?? "");
  if (given.length !== right.length || !timingSafeEqual(given, Buffer.from(right))) {
    res.status(403).json({ detail: "Invalid signature" });
    return;
  }
  const row = /** @type {{ id: string, fingerprint: string }} */ (
    upsert.get(randomUUID(), material_id, randomUUID(), callback_url, JSON.stringify(metadata ?? {}), Date.now())
  );
  res.json({ session_id: row.id, fingerprint: row.fingerprint, url: `http://127.0.0.1/editor/${row.id}` });
});

const server = app.listen(0, "127.0.0.1", () => {
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.stdout.write(`${JSON.stringify({ event: "ready", url: `http://127.0.0.1:${address.port}` })}\n`);
});
process.on("SIGTERM", () => process.exit());
