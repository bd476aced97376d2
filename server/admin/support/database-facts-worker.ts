/** Worker thread that counts and checks the database for a support bundle, which takes long for millions of rows. */
import { parentPort, workerData } from "node:worker_threads";
import Sqlite from "better-sqlite3";
import type { DatabaseFacts } from "./database-facts.ts";

const MAX_FAULTS = 20;

const { file } = workerData as { file: string };
const database = new Sqlite(file, { readonly: true, fileMustExist: true });
const pragma = (name: string) => database.pragma(name, { simple: true });
const send = (facts: Partial<DatabaseFacts>) => parentPort?.postMessage(facts);

send({
  sqlite: String(database.prepare("SELECT sqlite_version()").pluck().get()),
  schema: Number(pragma("user_version")),
  journal: String(pragma("journal_mode")),
  page_bytes: Number(pragma("page_size")),
  pages: Number(pragma("page_count")),
  free_pages: Number(pragma("freelist_count")),
});
const tables = database
  .prepare<[], string>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY 1",
  )
  .pluck()
  .all();
const count = (table: string) => Number(database.prepare(`SELECT count(*) FROM "${table}"`).pluck().get());
send({ rows: Object.fromEntries(tables.map((table) => [table, count(table)])) });
const faults = database.pragma(`quick_check(${MAX_FAULTS})`) as { quick_check: string }[];
send({ integrity: faults.map(({ quick_check }) => quick_check).join("\n") });
database.close();
