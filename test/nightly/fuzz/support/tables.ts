/** Whether anything in the database has changed, by its rows. */
import { createHash } from "node:crypto";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { DATABASE_FILE } from "../../../../server/storage/database.ts";

/** Written for what is refused as well, up to a second later: who signed wrongly, and the log of requests. Both are cut. */
const MAY_CHANGE = /^(wrong_signatures|requests|request_.*)$/;

/** An article that is read after a minute's pause has the time of it written just after the answer: no refusal did it. */
const WRITTEN_LATER: Record<string, string> = { sessions: "last_access" };

export interface Tables {
  /** Names of the tables whose rows are others than when this was asked before. */
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
      .filter((column) => column.name !== WRITTEN_LATER[name])
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
      // Nobody has committed anything since: the cheap answer, and the usual one.
      if (version() === seen) return [];
      const now = sums();
      const different = names.filter((name) => now.get(name) !== before.get(name));
      [seen, before] = [version(), now];
      return different;
    },
    close: () => void database.close(),
  };
}
