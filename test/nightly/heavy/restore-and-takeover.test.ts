import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { article } from "../../support/backups.ts";
import { inDatabase, startNewsroom } from "../../support/newsroom.ts";
import { startMachine, takeOver, waitForState, whyNoReplica } from "../../support/replicated.ts";
import { startSftpServer, whyNoSftp } from "../../support/sftp-server.ts";

const FILES = 50;
const FILE_BYTES = 10_000_000;
const VERSIONS = 2_000;
/** Text of each version. */
const TEXT_BYTES = 250_000;
const MOST_SECONDS = 60;
const COPY_LIMIT_MS = 300_000;

it.skipIf(whyNoReplica !== null || whyNoSftp !== null)(
  "takes over 1 GB (database and files) over SFTP within a minute",
  async () => {
    const server = await startSftpServer();
    const { appliance, project, site } = await startNewsroom({ appliance: startMachine({ env: server.env }) });
    const { dataDir } = appliance;
    const written = await article(appliance, project, "m", site.callbackUrl);
    for (let file = 1; file <= FILES; file++) await written.save(`Picture ${file}`, FILE_BYTES);
    await appliance.close();
    addVersions(dataDir);
    const databaseBytes = fs.statSync(path.join(dataDir, "galley.db")).size;

    const first = await startMachine({ env: server.env, dataDir });
    let begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    await first.console("PUT", "/replica", { target: server.target(), passphrase: "a long passphrase of a test" });
    await waitForState(first, "ok", /./, COPY_LIMIT_MS);
    const copied = seconds();
    await first.killAll();

    begun = performance.now();
    const { dataDir: restored } = await takeOver(server.target(), server.env);
    const second = await startMachine({ env: server.env, dataDir: restored });
    expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    const ready = seconds();
    process.stdout.write(
      `${Math.round(databaseBytes / 1e6)} MB of database, ${(FILES * FILE_BYTES) / 1e6} MB of files: ` +
        `first copy ${copied.toFixed(1)} s, takeover to ready ${ready.toFixed(1)} s\n`,
    );
    expect(ready).toBeLessThan(MOST_SECONDS);
  },
);

/** Inserts older versions of the article with text that compresses badly. */
function addVersions(dataDir: string): void {
  inDatabase(dataDir, (database) => {
    const columns = (database.pragma("table_info(versions)") as { name: string }[]).map(({ name }) => name);
    const values = columns.map(
      (name) =>
        ({
          id: "'old-' || value",
          number: "-value",
          save_id: "'old-' || value",
          vms_json: `'"' || hex(randomblob(${TEXT_BYTES / 2})) || '"'`,
        })[name] ?? name,
    );
    database.exec(
      `WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers WHERE value < ${VERSIONS})
       INSERT INTO versions (${columns}) SELECT ${values} FROM numbers, (SELECT * FROM versions WHERE number = 1)`,
    );
    database.pragma("wal_checkpoint(TRUNCATE)");
  });
}
