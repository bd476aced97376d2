import { afterEach, beforeEach, expect, it } from "vitest";
import { type Cursor, createPruning } from "../../../server/retention/pruning.ts";
import { type Database, openDatabase } from "../../../server/storage/database.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const VERSIONS = 110;
const MOST_A_STEP = 40;
const DAYS = 14;
const KEPT_MS = DAYS * 24 * 3_600_000;

let database: Database;
let close: () => void;

beforeEach(async () => {
  ({ database, close } = await openDatabase(temporaryFolder(), async () => undefined));
  database.exec(
    `INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, created_at)
       VALUES ('p', 'Paper', 'dev', 'key', x'00', '[]', '{}', 0);`,
  );
});
afterEach(() => close());

function addSession(id: string, lastAccess: number): void {
  database
    .prepare(
      `INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, current_version, last_access,
         created_at, prunable, metadata) VALUES (?, 'p', ?, ?, 'https://site.example', ?, ?, 0, 1, '{}')`,
    )
    .run(id, id, id, VERSIONS, lastAccess);
  const insert = database.prepare(
    `INSERT INTO versions (id, session_id, number, save_id, size, files, state_hash, created_at, metadata, vms_json, html)
     VALUES (?, ?, ?, ?, 0, 0, '', 0, '{}', '{}', '')`,
  );
  for (let number = 1; number <= VERSIONS; number++) insert.run(`${id}-${number}`, id, number, String(number));
}

const versionsLeft = () => database.prepare("SELECT id FROM versions ORDER BY id").pluck().all();

it("prunes all but the current version in several steps, and returns each article once", () => {
  addSession("a", 1_000);
  addSession("b", 2_000);
  const pruning = createPruning(database);
  const prunedIds: string[] = [];
  let left = versionsLeft().length;
  let after: Cursor | null = null;
  do {
    const { pruned, next } = pruning.pruneSessions(KEPT_MS + 3_000, DAYS, after);
    prunedIds.push(...pruned);
    const now = versionsLeft().length;
    expect(left - now).toBeLessThanOrEqual(MOST_A_STEP);
    left = now;
    after = next;
  } while (after !== null);
  expect(versionsLeft()).toEqual([`a-${VERSIONS}`, `b-${VERSIONS}`]);
  expect(prunedIds).toEqual(["a", "b"]);
  expect(pruning.pruneSessions(KEPT_MS + 3_000, DAYS, null)).toEqual({ pruned: [], next: null });
});
