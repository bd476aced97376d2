/** One fsynced commit, the floor of everything that is acknowledged: one row into a table of its own. */
import path from "node:path";
import Sqlite from "better-sqlite3";

/** @param folder on the disk that is measured; same durability as the appliance */
export function openCommitFloor(folder: string) {
  const database = new Sqlite(path.join(folder, "commit-floor.db"));
  database.pragma("journal_mode = WAL");
  database.pragma("synchronous = FULL");
  database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT");
  const insert = database.prepare<[string]>("INSERT INTO rows (content) VALUES (?)");
  return {
    /** ms of one commit of a row with `bytes` bytes. */
    commit(bytes: number): number {
      const content = "x".repeat(bytes);
      const started = performance.now();
      insert.run(content);
      return performance.now() - started;
    },
    close: () => void database.close(),
  };
}
