import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { commitRestore, finishRestore, stageRestore } from "../../../server/backup/staged-restore.ts";
import { openKeyFile } from "../../../server/storage/secret-box.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, treeOf } from "../../support/backups.ts";
import { type Site, startSite } from "../../support/site.ts";

let site: Site;
/** A backup with one version, and a stopped folder that has come to have two since. */
let backup: string;
let template: string;
let running: RunningAppliance | undefined;

beforeAll(async () => {
  site = await startSite();
  const appliance = await startAppliance();
  template = appliance.dataDir;
  const project = await appliance.createProject();
  const writer = await article(appliance, project, "m", site.callbackUrl);
  await writer.save("Old", 200_000);
  backup = await backUp(appliance);
  await writer.save("New", 200_000);
  await site.received(2);
  await appliance.close();
});
afterAll(() => site.close());
afterEach(async () => {
  await running?.close();
  running = undefined;
});

function copyOfTemplate(): string {
  const dataDir = path.join(temporaryFolder(), "data");
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

/** Versions that the folder has once Galley is started on it, with the bytes of every one of them. */
async function versionsIn(dataDir: string): Promise<number> {
  running = await startAppliance({ dataDir });
  const { items } = await running.console<{ items: { id: string }[] }>("GET", "/sessions");
  const { versions } = await running.console<{ versions: { id: string }[] }>("GET", `/sessions/${items[0]?.id}`);
  for (const { id } of versions) {
    const archive = await fetch(`${running.consoleUrl}/api/versions/${id}/archive`, {
      headers: { authorization: `Bearer ${running.consoleToken}` },
    });
    expect(archive.status).toBe(200);
    expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(200_000);
  }
  const leftovers = fs.readdirSync(dataDir).filter((name) => name === "restore");
  expect(leftovers).toEqual([]);
  await running.close();
  running = undefined;
  return versions.length;
}

it("ends between any two steps of the exchange, and the next start goes on to the new data", async () => {
  const steps = 3;
  for (let step = 0; step < steps + 2; step += 1) {
    const dataDir = copyOfTemplate();
    const old = treeOf(dataDir);
    const targetKey = await openKeyFile(dataDir);
    await stageRestore(
      {
        dataDir,
        targetKey,
        source: fs.createReadStream(backup),
        size: fs.statSync(backup).size,
        at: Date.now(),
        passphrase: null,
        newSecrets: false,
      },
      new AbortController().signal,
    );
    const aside = await commitRestore(dataDir, Date.now());
    let done = 0;
    const rename = fs.renameSync;
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      if (done === step) throw new Error("killed");
      done += 1;
      rename(from, to);
    });
    await finishRestore(dataDir).catch((error: Error) => expect(error.message).toBe("killed"));
    vi.restoreAllMocks();
    expect(await versionsIn(dataDir)).toBe(1);
    const kept = treeOf(path.join(dataDir, aside));
    for (const [name, hash] of Object.entries(kept)) expect(old[name]).toBe(hash);
    expect(Object.keys(kept)).toEqual(Object.keys(old).filter((name) => /^(galley\.db|blobs)/.test(name)));
  }
});

it("removes what a restore left that was killed before it counted", async () => {
  const dataDir = copyOfTemplate();
  fs.mkdirSync(path.join(dataDir, "restore", "blobs"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "restore", "galley.db"), "half a database");
  expect(await versionsIn(dataDir)).toBe(2);
});
