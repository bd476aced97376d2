/**
 * Fills a data folder by SQL with the rows of years of use: 20 projects of very different size, most sessions with few
 * versions and some with a hundred, one delivery per version, one attempt per delivery and more for failed ones.
 */
import { hash, randomUUID } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { articleOf } from "../../support/site.ts";
import { paragraphs } from "../load/requests.ts";

export interface Filled {
  versions: number;
  attempts: number;
  samples: { id: string; projectId: string; materialId: string; deliveryId: string }[];
}

/** Versions of a session → cumulative share of the sessions; 10 on average. */
const VERSIONS = { 3: 0.5, 8: 0.8, 20: 0.95, 50: 0.99, 110: 1 };
const DAY_MS = 86_400_000;
const YEARS_MS = 2 * 365 * DAY_MS;
/** Deliveries retrying for sites that are down; the same number for every table size. */
const RETRYING = 60;
const SAMPLES = 200;
const SESSIONS_A_COMMIT = 2_000;

/** Material ids sort in the order of creation. */
export const materialOf = (index: number) => `article-${String(index).padStart(6, "0")}`;

/**
 * The distribution of rows is deterministic; only ids and the base time differ.
 * @param projects ids; the first has the most sessions
 */
export function fill(dataDir: string, sessions: number, projects: string[], callbackUrl: string): Filled {
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -400000");
  const insert = inserter(database);
  const now = Date.now();
  const filled: Filled = { versions: 0, attempts: 0, samples: [] };
  const sampleEvery = Math.max(1, Math.floor(sessions / SAMPLES));
  const vms_json = JSON.stringify(articleOf(...paragraphs(40)));
  const html = `<p>${paragraphs(40)[0]}</p>`;
  let retrying = 0;

  const addSession = (index: number) => {
    const id = randomUUID();
    const projectId = projects[projectAt(index, projects.length)] ?? "";
    const materialId = materialOf(index);
    // Creation times are shuffled, so that no index is in row order.
    const created_at = Math.round(now - YEARS_MS + (YEARS_MS - 2 * DAY_MS) * fraction(index, "made"));
    const place = fraction(index, "versions");
    const versions = Number(Object.entries(VERSIONS).find(([, share]) => place <= share)?.[0]);
    const last_access = created_at + versions * 3_600_000;
    const metadata = JSON.stringify({ version: "7.2", section_id: "city", user_email: "desk@example.org", n: index });
    insert("sessions", {
      ...{ id, project_id: projectId, material_id: materialId, fingerprint: randomUUID(), callback_url: callbackUrl },
      ...{ current_version: versions, last_access, created_at, prunable: 1, metadata },
    });
    insert("session_titles", { session_id: id, title: null, words: materialId });
    let deliveryId = "";
    for (let number = 1; number <= versions; number++) {
      const at = created_at + number * 3_000_000;
      const versionId = randomUUID();
      insert("versions", {
        ...{ id: versionId, session_id: id, number, base_version: number - 1 || null, save_id: randomUUID() },
        ...{ size: 1000, files: 0, created_at: at, state_hash: `${index}-${number}`, metadata, vms_json, html },
      });
      filled.versions += 1;
      const isRetrying = number === versions && retrying < RETRYING;
      if (isRetrying) retrying += 1;
      deliveryId = addDelivery(projectId, id, versionId, at, isRetrying);
    }
    if (index % sampleEvery === 0) filled.samples.push({ id, projectId, materialId, deliveryId });
  };

  const addDelivery = (project_id: string, session_id: string, version_id: string, at: number, isRetrying: boolean) => {
    const id = randomUUID();
    const [state, attempts] = isRetrying ? (["pending", 2] as const) : outcomeOf(filled.versions);
    const isDone = state === "delivered" || state === "superseded";
    insert("deliveries", {
      ...{ id, project_id, session_id, event: "article_saved", version_id, state, reason: "retry", attempts },
      origin: isRetrying ? `https://site-${retrying % 10}.example` : new URL(callbackUrl).origin,
      next_attempt_at: isRetrying ? now + YEARS_MS : null,
      code: isDone ? null : "http_status",
      facts: '{"host":"site.example","status":500}',
      last_status: attempts === 0 ? null : 200,
      last_duration_ms: attempts === 0 ? null : 12,
      created_at: at,
      finished_at: isRetrying ? null : at + 100,
    });
    for (let number = 1; number <= attempts; number++) {
      insert("attempts", {
        ...{ delivery_id: id, number, reason: number === 1 ? "saved" : "retry", started_at: at + number },
        ...{ duration_ms: 12, status: 200, content_url: "https://galley.example/download/media" },
        ...{ request: REQUEST, answer: RESPONSE },
      });
      filled.attempts += 1;
    }
    return id;
  };

  const insertBatch = database.transaction((from: number) => {
    for (let index = from; index < Math.min(from + SESSIONS_A_COMMIT, sessions); index++) addSession(index);
  });
  for (let from = 0; from < sessions; from += SESSIONS_A_COMMIT) insertBatch(from);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  return filled;
}

/** State and attempts of the nth delivery. */
function outcomeOf(n: number): [state: string, attempts: number] {
  if (n % 1000 === 1) return ["exhausted", 11];
  if (n % 100 === 2) return ["rejected", 1];
  if (n % 12 === 3) return ["superseded", 0];
  return ["delivered", n % 14 === 0 ? 2 : 1];
}

const REQUEST = JSON.stringify({
  method: "POST",
  url: "https://site.example/callback",
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({ event: "article_saved", material_id: "article", metadata: { text: "x".repeat(300) } }),
  body_truncated: false,
});
const RESPONSE = JSON.stringify({ headers: [], body: '{"rc":1,"rm":"","data":{}}', body_truncated: false });

/** Returns a function that inserts a row; all rows of a table have the same columns. */
function inserter(database: Sqlite.Database): (table: string, row: Record<string, unknown>) => void {
  const statements = new Map<string, Sqlite.Statement>();
  return (table, row) => {
    let statement = statements.get(table);
    if (statement === undefined) {
      const names = Object.keys(row);
      statement = database.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map((name) => `@${name}`)})`);
      statements.set(table, statement);
    }
    statement.run(row);
  };
}

/** A pseudo-random number from 0 to 1, the same for the same index and name. */
function fraction(index: number, name: string): number {
  return hash("sha256", `${name} ${index}`, "buffer").readUInt32BE(0) / 2 ** 32;
}

/** The second project has half as many sessions as the first, the third a third, and so on. */
function projectAt(index: number, projects: number): number {
  const weights = Array.from({ length: projects }, (_, project) => 1 / (project + 1));
  let left = fraction(index, "project") * weights.reduce((sum, weight) => sum + weight);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left <= 0;
  });
  return Math.max(0, found);
}
