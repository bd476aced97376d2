import { expect, it, onTestFinished } from "vitest";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";

it("contains every save that was acknowledged before it, with all files of each version", async () => {
  const { appliance: from, project, site } = await startNewsroom();
  const writers = await Promise.all(
    ["m1", "m2", "m3"].map((material) => article(from, project, material, site.callbackUrl)),
  );
  const acknowledged: SavedVersion[] = [];
  let writing = true;
  const enough = Promise.withResolvers<void>();
  const work = writers.map(async (writer) => {
    for (let n = 0; writing; n += 1) {
      acknowledged.push(await writer.save(`Line ${n}`, 60_000));
      if (acknowledged.length >= 9) enough.resolve();
    }
  });
  await enough.promise;
  const before = acknowledged.map(({ version_id }) => version_id);
  const during = acknowledged.length;
  const file = await backUp(from);
  const savedDuringBackup = acknowledged.length - during;
  writing = false;
  await Promise.all(work);
  expect(savedDuringBackup).toBeGreaterThan(0);

  const dataDir = temporaryFolder();
  expect(await command("restore", [file, "--data-dir", dataDir])).toMatchObject({ code: 0 });
  const to = await startAppliance({ dataDir });
  onTestFinished(to.close);
  const restored = await versionsOf(to);
  expect(restored).toEqual(expect.arrayContaining(before));
  for (const id of restored) {
    const bytes = await archiveOf(to, id);
    expect(bytes.length).toBeGreaterThan(60_000);
    expect(bytes.equals(await archiveOf(from, id))).toBe(true);
  }
});

async function versionsOf(appliance: RunningAppliance): Promise<string[]> {
  const { items } = await appliance.console<{ items: { id: string }[] }>("GET", "/sessions");
  const details = await Promise.all(
    items.map(({ id }) => appliance.console<{ versions: { id: string }[] }>("GET", `/sessions/${id}`)),
  );
  return details.flatMap(({ versions }) => versions.map(({ id }) => id));
}

async function archiveOf(appliance: RunningAppliance, id: string): Promise<Buffer> {
  const answer = await appliance.request("GET", `/versions/${id}/archive`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
