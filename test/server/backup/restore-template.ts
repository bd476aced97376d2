/** A data folder to restore a backup over, and a count of its versions. */
import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp } from "../../support/backups.ts";

export interface Template {
  /** Backup of the folder with one version. */
  backup: string;
  /** Copies the same folder with two versions. */
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

/** Starts Galley on the folder, downloads every version of its article and returns their count. */
export async function versionsIn(dataDir: string): Promise<number> {
  const running = await startAppliance({ dataDir });
  try {
    const { items } = await running.console<{ items: { id: string }[] }>("GET", "/sessions");
    const { versions } = await running.console<{ versions: { id: string }[] }>("GET", `/sessions/${items[0]?.id}`);
    for (const { id } of versions) {
      const archive = await running.request("GET", `/versions/${id}/archive`);
      expect(archive.status).toBe(200);
      // A missing file would cut the archive off.
      await archive.arrayBuffer();
    }
    expect(fs.readdirSync(dataDir)).not.toContain("restore");
    return versions.length;
  } finally {
    await running.close();
  }
}
