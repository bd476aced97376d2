/**
 * Builds `content_url` for each attempt from the current public URL. Every issued base is stored, because sites sign the
 * URL that they received (contract 4.2).
 */
import type { Clock } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export type ContentUrls = ReturnType<typeof createContentUrls>;

export function createContentUrls(database: Database, clock: Clock, publicUrl: () => string) {
  const issued = new Set(
    database
      .prepare<[], { base: string }>("SELECT base FROM content_bases")
      .all()
      .map(({ base }) => base),
  );
  const insert = database.prepare<[string, number]>(
    "INSERT OR IGNORE INTO content_bases (base, first_issued_at) VALUES (?, ?)",
  );
  const issue = (path: string) => {
    const base = publicUrl();
    if (!issued.has(base)) {
      insert.run(base, clock.now());
      // An open transaction may roll back, so the next call writes the base again.
      if (!database.inTransaction) issued.add(base);
    }
    return `${base}/integration/download/${path}`;
  };
  return {
    /** Contract 4.2. Stores the base when the caller's transaction commits. */
    media: (fingerprint: string, versionId: string): string => issue(`media/${fingerprint}/${versionId}`),
    /** Contract 4.3. */
    fonts: (fingerprint: string, snapshotId: string): string => issue(`fonts/${fingerprint}/${snapshotId}`),
    /** Bases for which signatures are accepted, the current one first. Without a trailing slash. */
    bases: (): string[] => [...new Set([publicUrl(), ...issued])],
  };
}
