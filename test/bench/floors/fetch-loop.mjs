/**
 * The floor of deliveries: fetch in a loop, four at a time to each site, with what any durable sender must commit, one
 * row before the request leaves and its outcome after. `node fetch-loop.mjs <folder>`; asked over IPC:
 * `{ urls, perSite, body }`, answers as soon as it has begun.
 */
import path from "node:path";
import Sqlite from "better-sqlite3";

const PER_SITE = 4;

const database = new Sqlite(path.join(process.argv[2] ?? ".", "floor.db"));
database.pragma("journal_mode = WAL");
database.pragma("synchronous = FULL");
database.exec(
  `CREATE TABLE attempts (id INTEGER PRIMARY KEY, url TEXT NOT NULL, request TEXT NOT NULL, status INTEGER,
     answer TEXT) STRICT`,
);
const begin = database.prepare("INSERT INTO attempts (url, request) VALUES (?, ?)");
const finish = database.prepare("UPDATE attempts SET status = ?, answer = ? WHERE id = ?");

/** @param {string} url @param {number} count @param {string} body */
async function deliverTo(url, count, body) {
  let left = count;
  const one = async () => {
    while (left > 0) {
      left -= 1;
      const id = begin.run(url, body).lastInsertRowid;
      const response = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body });
      finish.run(response.status, await response.text(), id);
    }
  };
  await Promise.all(Array.from({ length: PER_SITE }, one));
}

process.on("message", (message) => {
  const { urls, perSite, body } = /** @type {{ urls: string[], perSite: number, body: string }} */ (message);
  process.send?.({});
  for (const url of urls)
    deliverTo(url, perSite, body).catch((error) => {
      // Those that hang are cut off in the end; of others the scenario misses the answers.
      process.stderr.write(`${url}: ${error}\n`);
    });
});
process.on("disconnect", () => process.exit());
process.on("SIGTERM", () => process.exit());
process.stdout.write('{"event":"ready"}\n');
