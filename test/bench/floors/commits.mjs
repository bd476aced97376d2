/**
 * The floor of event-loop delay: a process that only commits rows of 100 kB, fsynced, on its main thread.
 * IPC request: `{ seconds, perSecond }`; with perSecond null it commits without pauses. `node commits.mjs <folder>`
 */
import path from "node:path";
import { setTimeout as after, setImmediate as soon } from "node:timers/promises";
import Sqlite from "better-sqlite3";

const ROW = "x".repeat(100_000);
const database = new Sqlite(path.join(process.argv[2] ?? ".", "floor.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec("CREATE TABLE rows (id INTEGER PRIMARY KEY, content TEXT NOT NULL) STRICT");
// Replaces the same 100 rows, so that the file does not grow.
const put = database.prepare("INSERT OR REPLACE INTO rows (id, content) VALUES (?, ?)");

/** @param {{ seconds: number, perSecond: number | null }} work */
async function commit({ seconds, perSecond }) {
  const started = performance.now();
  let commits = 0;
  for (; performance.now() < started + seconds * 1000; commits++) {
    const due = perSecond === null ? 0 : started + (commits / perSecond) * 1000 - performance.now();
    await (due > 0 ? after(due) : soon());
    put.run(commits % 100, ROW);
  }
  return { commits };
}

process.on("message", async (message) => {
  // Strings are messages for the preload.
  if (typeof message !== "string") process.send?.(await commit(/** @type {Parameters<typeof commit>[0]} */ (message)));
});
// The preload unrefs the channel, and nothing else keeps this process running.
process.channel?.ref();
process.on("SIGTERM", () => process.exit());
process.stdout.write('{"event":"ready"}\n');
