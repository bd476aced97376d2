/** A process that restores is killed at any moment: the next start finds the old data or the new. */
import fs from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, spawnCommand } from "../../support/backups.ts";
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

it.each([0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9])(
  "killed after %d of its time, the start finds old or new",
  async (part) => {
    const whole = performance.now();
    await spawnCommand("restore", [backup, "--data-dir", copyOfTemplate()]);
    const time = performance.now() - whole;

    const dataDir = copyOfTemplate();
    const ended = await spawnCommand("restore", [backup, "--data-dir", dataDir], (child) =>
      setTimeout(() => child.kill("SIGKILL"), time * part),
    );
    expect(ended.code === 0 ? [1] : [1, 2]).toContain(await versionsIn(dataDir));
  },
);
