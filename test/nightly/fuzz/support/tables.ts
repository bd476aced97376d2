import { createHash } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { DATABASE_FILE } from "../../../../server/storage/database.ts";

/** Rejected requests may also write wrong signatures and the request log. Both have limits. */
const MAY_CHANGE = /^(wrong_signatures|requests|request_.*)$/;

/** Columns that accepted reads update after their response. */
const DELAYED_COLUMNS: Record<string, string> = { sessions: "last_access" };

export interface Tables {
  /** Names of the tables whose rows changed since the previous call. */
  changed(): string[];
  close(): void;
}

export function watchTables(dataDir: string): Tables {
  const database = new Sqlite(path.join(dataDir, DATABASE_FILE), { readonly: true });
  const names = database
    .prepare<[], { name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name)
    .filter((name) => !MAY_CHANGE.test(name));
  const queries = names.map((name) => {
    const columns = (database.pragma(`table_info("${name}")`) as { name: string }[])
      .filter((column) => column.name !== DELAYED_COLUMNS[name])
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
  let [seen, before] = [version(), sums()];
  return {
    changed() {
      // Usually nothing was committed, and this check is cheap.
      if (version() === seen) return [];
      const now = sums();
      const different = names.filter((name) => now.get(name) !== before.get(name));
      [seen, before] = [version(), now];
      return different;
    },
    close: () => void database.close(),
  };
}
