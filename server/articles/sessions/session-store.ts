import { createHash } from "node:crypto";
import { JsonText } from "../../core/json-text.ts";
import { type Database, statements } from "../../storage/database.ts";
import { Metadata } from "./metadata.ts";
import { createSessionTitles } from "./session-titles.ts";

export interface Session {
  id: string;
  projectId: string;
  materialId: string;
  fingerprint: string;
  callbackUrl: string;
  /** Number of the newest version; null before the first save. */
  currentVersion: number | null;
  lastAccess: number;
  createdAt: number;
  metadata: Metadata;
}

/** A vms_json that the site sent: the opening state or the site's copy (see sessions.ts). */
export interface SiteState {
  vmsJson: JsonText;
  createdAt: number;
}

type Row = Omit<Session, "metadata"> & { metadata: string };

const SELECT = `SELECT id, project_id AS projectId, material_id AS materialId, fingerprint, callback_url AS callbackUrl,
  current_version AS currentVersion, last_access AS lastAccess, created_at AS createdAt, metadata FROM sessions`;

/** The last access is stored to the minute, because retention counts in days. */
const TOUCH_MS = 60_000;

/** Whether the stored last access is recent enough not to write another one. */
export function isFresh({ lastAccess }: Pick<Session, "lastAccess">, now: number): boolean {
  return lastAccess >= now - TOUCH_MS;
}

export type SessionStore = ReturnType<typeof createSessionStore>;

export function createSessionStore(database: Database) {
  const titles = createSessionTitles(database);
  const { run, row, value, is } = statements(database);
  const insert = run(
    `INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
     VALUES (@id, @projectId, @materialId, @fingerprint, @callbackUrl, @lastAccess, @createdAt, @metadata)`,
  );
  // Several indexes contain the last access, so a separate statement writes it, and only when it is not fresh.
  const reopen = run<[string, string, string]>("UPDATE sessions SET callback_url = ?, metadata = ? WHERE id = ?");
  const touch = run<[number, string, number]>("UPDATE sessions SET last_access = ? WHERE id = ? AND last_access < ?");
  const advance = run<[number, string, string]>("UPDATE sessions SET current_version = ?, metadata = ? WHERE id = ?");
  const markPrunable = run<[string]>("UPDATE sessions SET prunable = 1 WHERE id = ? AND prunable = 0");
  const remove = run<[string]>("DELETE FROM sessions WHERE id = ?");
  const byId = row<[string], Row>(`${SELECT} WHERE id = ?`);
  const byMaterial = row<[string, string], Row>(`${SELECT} WHERE project_id = ? AND material_id = ?`);
  const byFingerprint = row<[string], Row>(`${SELECT} WHERE fingerprint = ?`);
  const putState = run<[string, string, number, string, string]>(
    `INSERT INTO session_states (session_id, kind, created_at, state_hash, vms_json) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (session_id, kind) DO UPDATE
       SET created_at = excluded.created_at, state_hash = excluded.state_hash, vms_json = excluded.vms_json`,
  );
  const state = row<[string, string], { vmsJson: string; createdAt: number }>(
    "SELECT vms_json AS vmsJson, created_at AS createdAt FROM session_states WHERE session_id = ? AND kind = ?",
  );
  const knowsHash = is<[string, string, string, string]>(
    `SELECT 1 FROM versions WHERE session_id = ? AND state_hash = ?
     UNION ALL SELECT 1 FROM session_states WHERE session_id = ? AND state_hash = ?`,
  );
  const one = (row: Row | null): Session | null => (row ? { ...row, metadata: new Metadata(row.metadata) } : null);
  const touchAt = (id: string, at: number) => void touch(at, id, at - TOUCH_MS);
  return {
    insert(session: Omit<Session, "currentVersion">): void {
      insert({ ...session, metadata: session.metadata.stored });
      titles.keep(session, session.metadata, null);
    },
    reopen(session: Pick<Session, "id" | "materialId">, callbackUrl: string, metadata: Metadata): void {
      reopen(callbackUrl, metadata.stored, session.id);
      titles.keep(session, metadata);
    },
    /** Records an access, unless the last one is less than a minute old. */
    touch: touchAt,
    advance(
      session: Pick<Session, "id" | "materialId">,
      version: { number: number; metadata: Metadata; heading: string | null },
      at: number,
    ): void {
      advance(version.number, version.metadata.stored, session.id);
      titles.keep(session, version.metadata, version.heading);
      markPrunable(session.id);
      touchAt(session.id, at);
    },
    /** Removes it with its versions, drafts, assets and deliveries. @returns whether it existed */
    remove: (id: string) => remove(id) === 1,
    byId: (id: string) => one(byId(id)),
    projectOf: value<[string], string>("SELECT project_id FROM sessions WHERE id = ?"),
    byMaterial: (projectId: string, materialId: string) => one(byMaterial(projectId, materialId)),
    byFingerprint: (fingerprint: string) => one(byFingerprint(fingerprint)),
    putState: (id: string, kind: "opening" | "site_copy", at: number, hash: string, vmsJson: JsonText) =>
      void putState(id, kind, at, hash, vmsJson.text),
    state: (id: string, kind: "opening" | "site_copy"): SiteState | null => {
      const row = state(id, kind);
      return row && { ...row, vmsJson: new JsonText(row.vmsJson) };
    },
    title: titles.of,
    /** Whether the session already has a version or stored state with this hash. */
    knowsState: (id: string, hash: string) => knowsHash(id, hash, id, hash),
  };
}

/**
 * Equal for two `vms_json` of the same state. Sites return a state with their own clientUrls and key order and, from PHP,
 * with `[]` for an empty map, so the hash ignores these differences.
 * @returns sha-256 (hex) of the state without `assets[*].clientUrl`, its keys sorted, `[]` read as `{}`
 */
export function stateHash(vmsJson: Record<string, unknown>): string {
  const { assets } = vmsJson;
  const comparable = isMap(assets) ? { ...vmsJson, assets: mapped(assets, withoutClientUrl) } : vmsJson;
  return createHash("sha256")
    .update(JSON.stringify(sorted(comparable)))
    .digest("hex");
}

function withoutClientUrl(entry: unknown): unknown {
  if (!isMap(entry)) return entry;
  const { clientUrl: _, ...rest } = entry;
  return rest;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? {} : value.map(sorted);
  return isMap(value) ? mapped(value, sorted) : value;
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function mapped(map: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> {
  const keys = Object.keys(map).sort();
  return Object.fromEntries(keys.map((key) => [key, change(map[key])]));
}
