/** The floor of every acknowledged write: one row in one fsynced commit. */
import path from "node:path";
import Sqlite from "better-sqlite3";

/** Replaced in turn, so that the file does not grow. */
const ROWS = 100;

/** @param folder on the measured disk */
export function openCommitFloor(folder: string) {
  const database = new Sqlite(path.join(folder, "commit-floor.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT");
  const put = database.prepare<[number, string]>("INSERT OR REPLACE INTO rows (id, content) VALUES (?, ?)");
  let commits = 0;
  return {
    /** Commits a row. @returns ms */
    commit(content: string): number {
      const started = performance.now();
      put.run(commits++ % ROWS, content);
      return performance.now() - started;
    },
    close: () => void database.close(),
  };
}
