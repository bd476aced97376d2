import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, launchDesktop, test } from "./support/desktop.ts";
import { downloadArchive, makeProject, saveArticle } from "./support/site.ts";

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

test("quitting ends the process with 0, frees the ports and leaves a whole database", async ({ desktop }) => {
  const { app, process, url, consoleUrl, dataDir } = desktop;
  expect(await isTaken(url)).toBe(true);
  const ended = once(process, "exit");
  await app.close();
  expect(await ended).toEqual([0, null]);
  expect(await Promise.all([url, consoleUrl].map(isTaken))).toEqual([false, false]);
  expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
  expect(faultsOf(dataDir)).toEqual([]);
});

test("SIGTERM quits as the menu does", async ({ desktop: { process, url, dataDir } }) => {
  // biome-ignore lint/suspicious/noSkippedTests: Windows knows no SIGTERM.
  test.skip(os.platform() === "win32", "Windows knows no SIGTERM: whoever gets one is ended at once");
  const ended = once(process, "exit");
  process.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await isTaken(url)).toBe(false);
  expect(faultsOf(dataDir)).toEqual([]);
});

test("the same folder starts again, opens its sealed secrets and serves what was saved", async ({ dataDir }) => {
  const first = await launchDesktop({ dataDir });
  const project = await makeProject(first.consoleUrl, fs.readFileSync(path.join(dataDir, "console-token"), "utf8"));
  const saved = await saveArticle(first.url, project, "Kept over night");
  await first.app.close();

  const second = await launchDesktop({ dataDir });
  const content_url = saved.content_url.replace(first.url, second.url);
  expect((await downloadArchive(project, { ...saved, content_url })).status).toBe(200);
  await saveArticle(second.url, project, "Set the next morning");
  await second.app.close();
  expect(faultsOf(dataDir)).toEqual([]);
});
