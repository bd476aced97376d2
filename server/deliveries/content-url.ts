/**
 * Where a site downloads an archive: `content_url`, made for each attempt from the public address then in force. Every
 * base that one was ever issued with is kept, because sites sign the address that they were given (contract 4.2).
 */
import type { Clock } from "../core/runtime.ts";
import type { Database } from "../storage/database.ts";

export type ContentUrls = ReturnType<typeof createContentUrls>;

/** @param publicUrl the public address in force, known once the listener is up */
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
      // A transaction that is still open may be rolled back, so the base is written once more at the next address.
      if (!database.inTransaction) issued.add(base);
    }
    return `${base}/integration/download/${path}`;
  };
  return {
    /** The address of a version's archive (contract 4.2). Remembers its base, durably once the caller's transaction is. */
    media: (fingerprint: string, versionId: string): string => issue(`media/${fingerprint}/${versionId}`),
    /** The address of a font snapshot's archive (contract 4.3). */
    fonts: (fingerprint: string, snapshotId: string): string => issue(`fonts/${fingerprint}/${snapshotId}`),
    /** Every base that signatures over a content_url are accepted for, the current one first. No trailing slash. */
    bases: (): string[] => [...new Set([publicUrl(), ...issued])],
  };
}
