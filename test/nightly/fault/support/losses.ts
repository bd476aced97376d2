/** Counts acknowledged writes that are missing after a takeover. */
import type { Ledger } from "./ledger.ts";
import { readDatabase } from "./verify-data.ts";

export interface Losses {
  rows: number;
  /** Age of the oldest missing write at the kill; 0 if none is missing. */
  ms: number;
}

/** Counts missing writes and removes them from the ledger, so that the rest can be verified. */
export function countLosses(dataDir: string, ledger: Ledger, killedAt: number): Losses {
  const lost = readDatabase(dataDir, (database) => {
    const value = (sql: string) => {
      const statement = database.prepare<string[], string>(sql).pluck();
      return (...keys: string[]) => statement.get(...keys);
    };
    const [blob, version, draft, url] = [
      value("SELECT blob FROM assets WHERE session_id = ? AND file_name = ?"),
      value("SELECT save_id FROM versions WHERE id = ?"),
      value("SELECT vms_json FROM drafts WHERE session_id = ? AND client_id = ?"),
      value("SELECT callback_url FROM sessions WHERE id = ?"),
    ];
    const serialOf = (session: string) => Number(url(session)?.split("?")[1] ?? -1);
    return {
      upload: missingKeys(ledger.uploads, (key, hash) => blob(...key.split("/")) === hash),
      save: missingKeys(ledger.promised, (_, save) => version(save.versionId) !== undefined),
      draft: missingKeys(ledger.drafts, (key, marker) => draft(...key.split("/"))?.includes(marker) === true),
      open: missingKeys(ledger.opens, (session, serial) => serialOf(session) >= serial),
    };
  });
  for (const key of lost.upload) ledger.uploads.delete(key);
  for (const key of lost.save) ledger.promised.delete(key);
  for (const key of lost.draft) ledger.drafts.delete(key);
  for (const key of lost.open) ledger.opens.delete(key);
  const names = Object.entries(lost).flatMap(([kind, keys]) => keys.map((key) => `${kind} ${key}`));
  const times = names.map((name) => ledger.answeredAt.get(name) ?? 0);
  return { rows: names.length, ms: Math.max(0, ...times.map((at) => killedAt - at)) };
}

/** Keys of missing writes. */
function missingKeys<T>(promises: ReadonlyMap<string, T>, isThere: (key: string, promise: T) => boolean): string[] {
  return [...promises].filter(([key, promise]) => !isThere(key, promise)).map(([key]) => key);
}
