import { createHash } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { DATABASE_FILE } from "../../../../server/storage/database.ts";

/** Rejected requests may also write wrong signatures and the request log. Both have limits. */
const MAY_CHANGE = /^(wrong_signatures|requests|request_.*)$/;

/** Background work, such as an attempt, writes one of these in the same transaction as its other tables. */
const BACKGROUND = /^(attempts|downloads|restores|response_words.*|keeping_places)$/;

/** Columns that opens, downloads and repeated uploads may update after their response, or after the client has left. */
const DELAYED_COLUMNS: Record<string, readonly string[]> = {
  sessions: ["last_access"],
  deliveries: ["fetched_at", "unfetched"],
  assets: ["created_at"],
};

export function watchTables(dataDir: string) {
  const database = new Sqlite(path.join(dataDir, DATABASE_FILE), { readonly: true });
  const all = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
  const names = database
    .prepare<[], string>(all)
    .pluck()
    .all()
    .filter((name) => !MAY_CHANGE.test(name));
  const queries = names.map((name) => {
    const columns = (database.pragma(`table_info("${name}")`) as { name: string }[])
      .filter((column) => !DELAYED_COLUMNS[name]?.includes(column.name))
      .map((column) => `"${column.name}"`);
    return { name, rows: database.prepare(`SELECT ${columns.join(", ")} FROM "${name}"`).raw() };
  });
  const sums = () =>
    new Map(
      queries.map(({ name, rows }) => {
        const hash = createHash("sha256");
        for (const row of rows.iterate()) hash.update(JSON.stringify(row));
        return [name, hash.digest("hex")];
      }),
    );
  const version = () => database.pragma("data_version", { simple: true });
  // In one snapshot: a commit between two tables would otherwise show in one of them now, and in the other later.
  const read = database.transaction(() => [sums(), version()] as const);
  let [before, seen] = read();
  return {
    /** Names of the tables whose rows changed since the previous call; none if background work may have changed them. */
    changed(): string[] {
      // Usually nothing was committed, and this check is cheap.
      if (version() === seen) return [];
      const [now, at] = read();
      const different = names.filter((name) => now.get(name) !== before.get(name));
      [before, seen] = [now, at];
      return different.some((name) => BACKGROUND.test(name)) ? [] : different;
    },
    close: () => void database.close(),
  };
}
