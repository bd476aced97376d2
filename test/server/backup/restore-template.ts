/** A data folder that a backup is restored over, and whether the old or the new data are in it afterwards. */
import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp } from "../../support/backups.ts";

export interface Template {
  /** Of a folder with one version. */
  backup: string;
  /** A copy of that folder as it became since, with two. */
  copy(): string;
}

export async function makeTemplate(): Promise<Template> {
  const appliance = await startAppliance();
  const writer = await article(appliance, await appliance.createProject(), "m", "http://127.0.0.1:9/callback");
  await writer.save("Old", 200_000);
  const backup = await backUp(appliance);
  await writer.save("New", 200_000);
  await appliance.close();
  return {
    backup,
    copy() {
      const dataDir = path.join(temporaryFolder(), "data");
      fs.cpSync(appliance.dataDir, dataDir, { recursive: true });
      return dataDir;
    },
  };
}

/** Versions that the folder has once Galley is started on it, with the bytes of every one of them. */
export async function versionsIn(dataDir: string): Promise<number> {
  const running = await startAppliance({ dataDir });
  try {
    const { items } = await running.console<{ items: { id: string }[] }>("GET", "/sessions");
    const { versions } = await running.console<{ versions: { id: string }[] }>("GET", `/sessions/${items[0]?.id}`);
    for (const { id } of versions) {
      const archive = await running.request("GET", `/versions/${id}/archive`);
      expect(archive.status).toBe(200);
      expect((await archive.arrayBuffer()).byteLength).toBeGreaterThan(200_000);
    }
    expect(fs.readdirSync(dataDir)).not.toContain("restore");
    return versions.length;
  } finally {
    await running.close();
  }
}
