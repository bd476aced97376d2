/** Checks every stored value that a store parses. An unreadable value would fail every request that reads its row. */
import { z } from "zod";
import { EMBED_LOADING } from "../article/embeds/settings.ts";
import { DELIVERY_CODES } from "../contracts/delivery-states.ts";
import { type Sentence, sentence } from "../contracts/sentences/index.ts";
import { Settings } from "../contracts/settings-api.ts";
import { findStructureFault, type StructureLimits } from "../core/json-structure.ts";
import type { Database } from "../storage/database.ts";

/** Bytes. Galley never stores more. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Twice the limits of a request. */
const LIMITS: StructureLimits = { depth: 512, parts: 500_000, keys: 20_000 };

type Read = (text: string) => boolean;

const json =
  (shape: z.ZodType): Read =>
  (text) => {
    if (findStructureFault(Buffer.from(text), LIMITS) !== null) return false;
    try {
      return shape.safeParse(JSON.parse(text)).success;
    } catch {
      return false;
    }
  };
const object = json(z.looseObject({}));
const list = json(z.array(z.unknown()));
const message = z.looseObject({ headers: z.array(z.tuple([z.string(), z.string()])), body: z.string() });
const projectSettings = z
  .looseObject({
    answer_timeout_s: z.number(),
    resize_mode: z.string().nullable(),
    ca_certificate: z.string().nullable(),
    embed_loading: z.enum(EMBED_LOADING),
    embed_hosts: z.array(z.string()),
  })
  .partial();
const mailSettings = z.looseObject({ host: z.string(), port: z.number(), from: z.string(), to: z.array(z.string()) });
const code: Read = (text) => DELIVERY_CODES.some((known) => known === text);

/** Nulls are skipped. */
const COLUMNS: [table: string, column: string, read: Read, where?: string][] = [
  ["projects", "allowed_hosts", json(z.array(z.string()))],
  ["projects", "settings", json(projectSettings)],
  ["sessions", "callback_url", (text) => URL.canParse(text)],
  ["sessions", "metadata", object],
  ["session_states", "vms_json", object],
  ["versions", "metadata", object],
  ["versions", "vms_json", object],
  ["drafts", "files", list],
  // Empty if the draft was discarded.
  ["drafts", "vms_json", object, "vms_json <> ''"],
  ["rooms", "vms_json", object],
  ["rooms", "files", list],
  ["session_steps", "steps", list],
  ["comments", "anchor", object],
  ["comments", "placed", object],
  ["snippets", "doc", object],
  ["font_files", "facts", object],
  ["font_snapshots", "tree", json(z.looseObject({ list: z.array(z.unknown()) }))],
  ["deliveries", "code", code],
  ["deliveries", "facts", object],
  ["deliveries", "warnings", list],
  ["attempts", "error_code", code],
  ["attempts", "facts", object],
  ["attempts", "phases", object],
  ["attempts", "request", json(message.extend({ url: z.string() }))],
  ["attempts", "answer", json(message)],
  ["notification_channels", "settings", json(mailSettings), "channel = 'mail'"],
  ["notification_conditions", "facts", object],
  ["notification_causes", "facts", object],
  ["notifications", "message", object],
  ["audit_log", "detail", object],
];

/** The first unreadable value. Reads every row, so for worker threads only. Skips missing columns of older schemas. */
export function findUnreadable(database: Database): Sentence | null {
  for (const [table, column, read, where] of COLUMNS) {
    if (!hasColumn(database, table, column)) continue;
    const values = database
      .prepare<[number], { value: string | null }>(
        `SELECT iif(octet_length(${column}) > ?, NULL, ${column}) AS value FROM ${table}
         WHERE ${column} IS NOT NULL AND ${where ?? "true"}`,
      )
      .iterate(MAX_BYTES);
    let row = 0;
    for (const { value } of values) {
      row += 1;
      if (value === null || !read(value)) return sentence("backups.fault_row", { row: String(row), table, column });
    }
  }
  return null;
}

/** For settings of the newest schema, because migrations adapt older ones to their limits. */
export function findUnreadableSetting(database: Database): Sentence | null {
  const shapes: Record<string, z.ZodType> = Settings.shape;
  for (const { key, value } of database
    .prepare<[], { key: string; value: string }>("SELECT key, value FROM settings")
    .iterate()) {
    const shape = Object.hasOwn(shapes, key) ? shapes[key] : undefined;
    if (!json(shape ?? z.unknown())(value)) return sentence("backups.fault_setting", { key });
  }
  return null;
}

function hasColumn(database: Database, table: string, column: string): boolean {
  return database.prepare("SELECT 1 FROM pragma_table_info(?) WHERE name = ?").get(table, column) !== undefined;
}
