/** The floor of every acknowledged write: one row in one fsynced commit. */
import path from "node:path";
import Sqlite from "better-sqlite3";

/** @param folder on the measured disk */
export function openCommitFloor(folder: string) {
  const database = new Sqlite(path.join(folder, "commit-floor.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT");
  const insert = database.prepare<[string]>("INSERT INTO rows (content) VALUES (?)");
  return {
    /** Commits a row of `bytes` bytes. @returns ms */
    commit(bytes: number): number {
      const content = "x".repeat(bytes);
      const started = performance.now();
      insert.run(content);
      return performance.now() - started;
    },
    close: () => void database.close(),
  };
}
