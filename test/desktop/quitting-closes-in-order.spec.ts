import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { projectOf } from "./support/deliveries.ts";
import { expect, launchDesktop, test } from "./support/desktop.ts";
import { downloadArchive, saveArticle } from "./support/site.ts";

/** Whether a program listens there. */
async function isTaken(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = net.connect(Number(port), hostname);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** Empty when SQLite finds nothing wrong and nobody holds the file any more. */
function faultsOf(dataDir: string): unknown[] {
  const database = new Sqlite(path.join(dataDir, "galley.db"), { readonly: true });
  try {
    return (database.pragma("integrity_check") as { integrity_check: string }[]).filter(
      (row) => row.integrity_check !== "ok",
    );
  } finally {
    database.close();
  }
}

test("quitting exits with 0, frees the ports and closes the database; the next start serves what was saved", async ({
  dataDir,
}) => {
  const first = await launchDesktop({ dataDir });
  const project = await projectOf(first);
  const saved = await saveArticle(first.url, project, "Saved first");
  expect(await isTaken(first.url)).toBe(true);
  const quit = once(first.process, "exit");
  await first.app.close();
  expect(await quit).toEqual([0, null]);
  expect(await Promise.all([first.url, first.consoleUrl].map(isTaken))).toEqual([false, false]);
  expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  expect(faultsOf(dataDir)).toEqual([]);

  const second = await launchDesktop({ dataDir });
  const content_url = saved.content_url.replace(first.url, second.url);
  expect((await downloadArchive(project, { ...saved, content_url })).status).toBe(200);
  await saveArticle(second.url, project, "Saved second");
  // Windows has no SIGTERM.
  if (process.platform === "win32") return second.app.close();
  const ended = once(second.process, "exit");
  second.process.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await isTaken(second.url)).toBe(false);
  expect(faultsOf(dataDir)).toEqual([]);
});
