/**
 * Fills a data folder by SQL with the rows of years of use: 20 projects of very different size, most sessions with few
 * versions and insertBatch with a hundred, one delivery per version, one attempt per delivery and more for failed ones.
 */
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { articleOf } from "../../support/site.ts";
import { paragraphs } from "../load/requests.ts";

export interface Filling {
  sessions: number;
  /** Project ids; the first has the most sessions. */
  projects: string[];
  callbackUrl: string;
}

export interface Filled {
  versions: number;
  attempts: number;
  samples: { id: string; projectId: string; materialId: string; version: number; deliveryId: string }[];
}

/** Cumulative share of the sessions → versions of each; 10 on average. */
const VERSIONS: [share: number, versions: number][] = [
  [0.5, 3],
  [0.8, 8],
  [0.95, 20],
  [0.99, 50],
  [1, 110],
];
const DAY_MS = 86_400_000;
const YEARS_MS = 2 * 365 * DAY_MS;
/** Deliveries retrying for sites that are down; the same number for every table size. */
const RETRYING = 60;
const SAMPLES = 200;
const SESSIONS_A_COMMIT = 2_000;

/** Material ids sort in the order of creation. */
export const materialOf = (index: number) => `article-${String(index).padStart(6, "0")}`;

/** The distribution of rows is deterministic; only ids and the base time differ. */
export function fill(dataDir: string, { sessions, projects, callbackUrl }: Filling): Filled {
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = OFF");
  database.pragma("cache_size = -400000");
  const insert = statements(database);
  const now = Date.now();
  const filled: Filled = { versions: 0, attempts: 0, samples: [] };
  const sampleEvery = Math.max(1, Math.floor(sessions / SAMPLES));
  const article = JSON.stringify(articleOf(...paragraphs(40)));
  const html = `<p>${paragraphs(40)[0]}</p>`;

  const addSession = (index: number) => {
    const id = randomUUID();
    const projectId = projects[projectAt(index, projects.length)] ?? "";
    const materialId = materialOf(index);
    // Creation times are shuffled, so that no index is in row order.
    const createdAt = Math.round(now - YEARS_MS + (YEARS_MS - 2 * DAY_MS) * fraction(index, "made"));
    const versions = VERSIONS.find(([share]) => fraction(index, "versions") <= share)?.[1] ?? 1;
    const lastAccess = createdAt + versions * 3_600_000;
    const metadata = JSON.stringify({ version: "7.2", section_id: "city", user_email: "desk@example.org", n: index });
    insert.session.run(id, projectId, materialId, randomUUID(), callbackUrl, versions, lastAccess, createdAt, metadata);
    insert.title.run(id, materialId);
    let deliveryId = "";
    for (let number = 1; number <= versions; number++) {
      const at = createdAt + number * 3_000_000;
      const versionId = randomUUID();
      insert.version.run(
        versionId,
        id,
        number,
        number - 1 || null,
        randomUUID(),
        at,
        `${index}-${number}`,
        metadata,
        article,
        html,
      );
      filled.versions += 1;
      deliveryId = randomUUID();
      addDelivery(deliveryId, projectId, id, versionId, at, number === versions);
    }
    if (index % sampleEvery === 0) filled.samples.push({ id, projectId, materialId, version: versions, deliveryId });
  };

  const addDelivery = (
    id: string,
    projectId: string,
    sessionId: string,
    versionId: string,
    at: number,
    newest: boolean,
  ) => {
    const n = filled.versions;
    const isRetrying = newest && retrying < RETRYING;
    if (isRetrying) retrying += 1;
    const [state, attempts] = isRetrying
      ? (["pending", 2] as const)
      : n % 1000 === 1
        ? (["exhausted", 11] as const)
        : n % 100 === 2
          ? (["rejected", 1] as const)
          : n % 12 === 3
            ? (["superseded", 0] as const)
            : (["delivered", n % 14 === 0 ? 2 : 1] as const);
    const origin = isRetrying ? `https://site-${retrying % 10}.example` : new URL(callbackUrl).origin;
    const code = state === "delivered" || state === "superseded" ? null : "http_status";
    insert.delivery.run(
      ...[id, projectId, sessionId, versionId, state, origin, attempts, isRetrying ? now + YEARS_MS : null],
      ...[code, '{"host":"site.example","status":500}', attempts === 0 ? null : 200, attempts === 0 ? null : 12, at],
      isRetrying ? null : at + 100,
    );
    for (let number = 1; number <= attempts; number++) {
      insert.attempt.run(id, number, number === 1 ? "saved" : "retry", at + number, REQUEST, ANSWER);
      filled.attempts += 1;
    }
  };

  let retrying = 0;
  const insertBatch = database.transaction((from: number) => {
    for (let index = from; index < Math.min(from + SESSIONS_A_COMMIT, sessions); index++) addSession(index);
  });
  for (let from = 0; from < sessions; from += SESSIONS_A_COMMIT) insertBatch(from);
  database.pragma("wal_checkpoint(TRUNCATE)");
  database.close();
  return filled;
}

const REQUEST = JSON.stringify({
  method: "POST",
  url: "https://site.example/callback",
  headers: [["content-type", "application/json"]],
  body: JSON.stringify({ event: "article_saved", material_id: "article", metadata: { text: "x".repeat(300) } }),
  body_truncated: false,
});
const ANSWER = JSON.stringify({ headers: [], body: '{"rc":1,"rm":"","data":{}}', body_truncated: false });

function statements(database: Sqlite.Database) {
  return {
    session: database.prepare(
      `INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, current_version, last_access,
         created_at, prunable, metadata) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1, ?)`,
    ),
    title: database.prepare("INSERT INTO session_titles (session_id, title, words) VALUES (?, NULL, ?)"),
    version: database.prepare(
      `INSERT INTO versions (id, session_id, number, base_version, save_id, size, files, created_at, state_hash,
         metadata, vms_json, html) VALUES (?, ?, ?, ?, ?, 1000, 0, ?, ?, ?, ?, ?)`,
    ),
    delivery: database.prepare(
      `INSERT INTO deliveries (id, project_id, session_id, event, version_id, state, origin, reason, attempts,
         next_attempt_at, code, facts, last_status, last_duration_ms, created_at, finished_at)
       VALUES (?, ?, ?, 'article_saved', ?, ?, ?, 'retry', ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    attempt: database.prepare(
      `INSERT INTO attempts (delivery_id, number, reason, started_at, duration_ms, status, content_url, request, answer)
       VALUES (?, ?, ?, ?, 12, 200, 'https://galley.example/download/media', ?, ?)`,
    ),
  };
}

/** A pseudo-random number from 0 to 1, the same for the same index and name. */
function fraction(index: number, name: string): number {
  return createHash("sha256").update(`${name} ${index}`).digest().readUInt32BE(0) / 2 ** 32;
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
