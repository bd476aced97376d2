/**
 * Console logins of browsers.
 * Glossary. login: a browser's access, with two secrets: the cookie, and the key, which the page stores. Cookies ignore
 * ports, so other servers on this machine receive the cookie, but never the key. window: the login of the desktop app's
 * window.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { sentence } from "../contracts/sentences/index.ts";
import { AppError } from "../core/errors.ts";
import type { Runtime } from "../core/runtime.ts";
import type { Services } from "../services.ts";
import { statements } from "../storage/database.ts";
import { writeFileDurably } from "../storage/disk.ts";

export type LoginKind = "link" | "token" | "window" | "password" | "site_link";

export interface Login {
  id: string;
  kind: LoginKind;
  /** Null for the owner and for site links. */
  accountId: string | null;
  siteLinkId: string | null;
  userAgent: string;
  address: string;
  createdAt: number;
  /** Accurate to RENEW_MS. */
  lastUsedAt: number;
}

/** Sent to the browser once. */
interface LoginSecrets {
  cookie: string;
  key: string;
}

const DAY_MS = 24 * 3_600_000;
const IDLE_MS = 14 * DAY_MS;
/** Uses are recorded at most once in this time. */
const RENEW_MS = 10 * 60_000;
const MAX_LOGINS = 100;
/** Also applies to a site link. */
const MAX_LOGINS_OF_ACCOUNT = 20;
const MAX_LISTED = 1_000;
const MAX_USER_AGENT = 300;
const SECRET_BYTES = 24;
/** Length in base64url. */
const SECRET_CHARACTERS = 32;

/** Reads a token from a file of the data folder (mode 0600). Replaces a missing or short token. */
export async function openToken(
  dataDir: string,
  name: "console-token" | "metrics-token",
  { random, log }: Pick<Runtime, "random" | "log">,
) {
  const file = path.join(dataDir, name);
  const exists = fs.existsSync(file);
  const found = exists ? (await fs.promises.readFile(file, "utf8")).trim() : "";
  if (found.length >= SECRET_CHARACTERS) return found;
  if (exists)
    log.warn(
      `The file ${name} had fewer than ${SECRET_CHARACTERS} characters, so Galley replaced the token. Read the new one from the file.`,
    );
  const token = random.token(SECRET_BYTES);
  await writeFileDurably(file, token, 0o600);
  return token;
}

/** @param token the console token; logins under a previous token end. @param metricsToken only for `/metrics` */
export function createLogins({
  database,
  runtime,
  audit,
  token,
  metricsToken,
}: Pick<Services, "database" | "runtime" | "audit"> & {
  token: string;
  metricsToken: string;
}) {
  const { clock, random, log } = runtime;
  const tokenHash = hashOf(token);
  const metricsHash = hashOf(metricsToken);
  const columns = `id, kind, account_id AS accountId, site_link_id AS siteLinkId, user_agent AS userAgent, address,
    created_at AS createdAt, last_used_at AS lastUsedAt`;
  const { run, row, rows, value } = statements(database);
  const insert = run(
    `INSERT INTO console_logins (id, kind, account_id, site_link_id, user_agent, address, created_at, last_used_at,
       secret_hash, token_hash)
     VALUES (@id, @kind, @accountId, @siteLinkId, @userAgent, @address, @now, @now, @secretHash, @tokenHash)`,
  );
  const byId = row<[string], Login>(`SELECT ${columns} FROM console_logins WHERE id = ?`);
  const secretOf = value<[string], Buffer>("SELECT secret_hash FROM console_logins WHERE id = ?");
  const all = rows<[], Login>(`SELECT ${columns} FROM console_logins ORDER BY last_used_at DESC LIMIT ${MAX_LISTED}`);
  const use = run<[number, string]>("UPDATE console_logins SET last_used_at = ? WHERE id = ?");
  const remove = run<[string]>("DELETE FROM console_logins WHERE id = ?");
  const idle = rows<[number], { id: string }>(
    "SELECT id FROM console_logins WHERE last_used_at <= ? AND kind <> 'window'",
  );
  const ofOwnerBeyond = rows<[], { id: string }>(
    `SELECT id FROM console_logins WHERE account_id IS NULL AND site_link_id IS NULL ORDER BY last_used_at DESC LIMIT -1 OFFSET ${MAX_LOGINS - 1}`,
  );
  const windows = rows<[], { id: string }>("SELECT id FROM console_logins WHERE kind = 'window'");
  const ofAccount = rows<[string], { id: string }>(
    "SELECT id FROM console_logins WHERE account_id = ? ORDER BY last_used_at DESC",
  );
  const ofSiteLink = rows<[string], { id: string }>(
    "SELECT id FROM console_logins WHERE site_link_id = ? ORDER BY last_used_at DESC",
  );
  const endOfSiteLink = value<[string], number>(
    `SELECT l.expires_at FROM site_links l JOIN projects p ON p.id = l.project_id WHERE l.id = ? AND p.deleting = 0`,
  );
  const ends = new Map<string, Set<() => void>>();

  run<[Buffer]>("DELETE FROM console_logins WHERE token_hash <> ?")(tokenHash);

  const notifyEnd = (id: string) => {
    const callbacks = ends.get(id) ?? [];
    ends.delete(id);
    for (const callback of callbacks) callback();
  };
  /** The logins above the limit of their owner. */
  const beyond = ({ accountId, siteLinkId }: Pick<Login, "accountId" | "siteLinkId">) => {
    if (accountId !== null) return ofAccount(accountId).slice(MAX_LOGINS_OF_ACCOUNT - 1);
    if (siteLinkId !== null) return ofSiteLink(siteLinkId).slice(MAX_LOGINS_OF_ACCOUNT - 1);
    return ofOwnerBeyond();
  };
  const insertOne = database.transaction(
    (row: Record<string, unknown> & Pick<Login, "id" | "kind" | "accountId" | "siteLinkId">, now: number) => {
      const ended = [...idle(now - IDLE_MS), ...(row.kind === "window" ? windows() : []), ...beyond(row)];
      for (const { id } of ended) remove(id);
      insert(row);
      audit.record("logged in", row.id, { kind: row.kind, address: row.address });
      return ended;
    },
  );

  const markOf = (id: string): string => createHmac("sha256", token).update(`browser ${id}`).digest("base64url");
  /** Expiry without further use, ms; null for a window, whose login ends with the process. */
  const expiresAt = ({ kind, lastUsedAt, siteLinkId }: Login): number | null => {
    if (kind === "window") return null;
    const ofLink = siteLinkId === null ? Number.POSITIVE_INFINITY : (endOfSiteLink(siteLinkId) ?? 0);
    return Math.min(lastUsedAt + IDLE_MS, ofLink);
  };
  const isOver = (login: Login) => (expiresAt(login) ?? Number.POSITIVE_INFINITY) <= clock.now();
  const renew = (login: Login): void => {
    const now = clock.now();
    if (now - login.lastUsedAt < RENEW_MS) return;
    try {
      use(now, login.id);
    } catch (error) {
      // The disk may be full; reading still works.
      log.error("The use of a login could not be recorded.", error);
    }
  };

  const endAll = (find: () => { id: string }[], work: () => void): void => {
    const ended = database.transaction(() => {
      const ids = find();
      for (const { id } of ids) remove(id);
      work();
      return ids;
    })();
    for (const { id } of ended) notifyEnd(id);
  };

  return {
    expiresAt,
    renew,
    /** Creates a cookie value that marks a known browser. A new console token invalidates it. */
    newBrowserMark(): string {
      const id = random.token(SECRET_BYTES);
      return `${id}.${markOf(id)}`;
    },
    /** Returns the browser's id; null for an invalid mark. */
    markedBrowser(mark: string): string | null {
      const [id = "", given = ""] = mark.split(".");
      return timingSafeEqual(hashOf(given), hashOf(markOf(id))) ? id : null;
    },
    isConsoleToken: (given: string): boolean => timingSafeEqual(hashOf(given), tokenHash),
    isMetricsToken: (given: string): boolean => timingSafeEqual(hashOf(given), metricsHash),
    /** Creates and commits a login. A new window login ends the previous one. @param by null for the owner */
    make(
      kind: LoginKind,
      by: { accountId: string } | { siteLinkId: string } | null,
      { userAgent, address }: { userAgent: string; address: string },
    ): LoginSecrets {
      const id = random.uuid();
      const secret = random.token(SECRET_BYTES);
      const key = random.token(SECRET_BYTES);
      const now = clock.now();
      const row = {
        id,
        kind,
        accountId: by !== null && "accountId" in by ? by.accountId : null,
        siteLinkId: by !== null && "siteLinkId" in by ? by.siteLinkId : null,
        userAgent: userAgent.slice(0, MAX_USER_AGENT),
        address,
        now,
        secretHash: hashOf(`${secret}.${key}`),
        tokenHash,
      };
      for (const ended of insertOne(row, now)) notifyEnd(ended.id);
      return { cookie: `${id}.${secret}`, key };
    },
    /** Finds the login of both secrets and records its use; null if it does not exist or has expired. */
    find(cookie: string, key: string): Login | null {
      const [id = "", secret = ""] = cookie.split(".");
      const login = byId(id);
      const stored = secretOf(id);
      if (login === null || stored === null || isOver(login)) return null;
      if (!timingSafeEqual(stored, hashOf(`${secret}.${key}`))) return null;
      renew(login);
      return login;
    },
    /** Most recently used first. */
    list: (): Login[] => all().filter((login) => !isOver(login)),
    /** @throws AppError not_found */
    end(id: string): void {
      database.transaction(() => {
        if (remove(id) === 0) throw new AppError("not_found", sentence("logins.no_login", { id }));
        audit.record("login ended", id, {});
      })();
      notifyEnd(id);
    },
    endWindows(): void {
      for (const { id } of windows()) this.end(id);
    },
    exists: (id: string): boolean => byId(id) !== null,
    /** Ends the logins of an account in one transaction with `work`. @param keep id of a login to keep */
    endOfAccount(accountId: string, keep: string | null, work: () => void): void {
      endAll(() => ofAccount(accountId).filter(({ id }) => id !== keep), work);
    },
    endOfSiteLink: (siteLinkId: string, work: () => void): void => endAll(() => ofSiteLink(siteLinkId), work),
    /** Calls the `onEnd` callbacks, for example to close event streams, without ending the logins. */
    interruptAccount(accountId: string): void {
      for (const { id } of ofAccount(accountId)) notifyEnd(id);
    },
    /** Calls back once when the login ends or is interrupted. Returns a function that cancels the callback. */
    onEnd(id: string, callback: () => void): () => void {
      const callbacks = ends.get(id) ?? new Set();
      ends.set(id, callbacks.add(callback));
      return () => {
        callbacks.delete(callback);
        if (callbacks.size === 0 && ends.get(id) === callbacks) ends.delete(id);
      };
    },
  };
}

export function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
