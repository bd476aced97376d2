/**
 * Fills the tables of a data folder as years of use would, by SQL: 20 projects of very different size, most sessions
 * with few versions and some with a hundred, one delivery a version, one attempt a delivery and more where it failed.
 */
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { articleOf } from "../../support/site.ts";
import { paragraphs } from "../load/articles.ts";

export interface Filling {
  sessions: number;
  /** Ids; the first has the most sessions. */
  projects: string[];
  callbackUrl: string;
}

export interface Filled {
  versions: number;
  attempts: number;
  samples: { id: string; projectId: string; materialId: string; version: number; deliveryId: string }[];
}

/** Share of the sessions → their versions; 10 on average. */
const VERSIONS: [share: number, versions: number][] = [
  [0.5, 3],
  [0.8, 8],
  [0.95, 20],
  [0.99, 50],
  [1, 110],
];
const DAY_MS = 86_400_000;
const YEARS_MS = 2 * 365 * DAY_MS;
/** Deliveries that wait for sites that are down; the same number however full the tables are. */
const WAITING = 60;
const SAMPLES = 200;
const SESSIONS_A_COMMIT = 2_000;

/** Material ids sort as their sessions were made. */
export const materialOf = (index: number) => `article-${String(index).padStart(6, "0")}`;

/** Rows without use of the clock or of chance, but for ids. */
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
    // In no order of its own, so that no index is in the order of the rows.
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
    const waits = newest && waiting < WAITING;
    if (waits) waiting += 1;
    const [state, attempts] = waits
      ? (["pending", 2] as const)
      : n % 1000 === 1
        ? (["exhausted", 11] as const)
        : n % 100 === 2
          ? (["rejected", 1] as const)
          : n % 12 === 3
            ? (["superseded", 0] as const)
            : (["delivered", n % 14 === 0 ? 2 : 1] as const);
    const origin = waits ? `https://site-${waiting % 10}.example` : new URL(callbackUrl).origin;
    const code = state === "delivered" || state === "superseded" ? null : "http_status";
    insert.delivery.run(
      ...[id, projectId, sessionId, versionId, state, origin, attempts, waits ? now + YEARS_MS : null],
      ...[code, '{"host":"site.example","status":500}', attempts === 0 ? null : 200, attempts === 0 ? null : 12, at],
      waits ? null : at + 100,
    );
    for (let number = 1; number <= attempts; number++) {
      insert.attempt.run(id, number, number === 1 ? "saved" : "retry", at + number, REQUEST, ANSWER);
      filled.attempts += 1;
    }
  };

  let waiting = 0;
  const some = database.transaction((from: number) => {
    for (let index = from; index < Math.min(from + SESSIONS_A_COMMIT, sessions); index++) addSession(index);
  });
  for (let from = 0; from < sessions; from += SESSIONS_A_COMMIT) some(from);
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

/** 0 to 1, the same for the same number and name. */
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
