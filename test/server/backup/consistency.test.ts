import fs from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { makeBackup } from "../../../server/backup/make-backup.ts";
import { finishRestore } from "../../../server/backup/staged-restore.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { openDatabase } from "../../../server/storage/database.ts";
import { keptLog, type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command } from "../../support/backups.ts";
import { startNewsroom, valuesIn } from "../../support/newsroom.ts";

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
  const restored = valuesIn(dataDir, "SELECT id FROM versions") as string[];
  expect(restored).toEqual(expect.arrayContaining(before));
  for (const id of restored) {
    const bytes = await archiveOf(to, id);
    expect(bytes.length).toBeGreaterThan(60_000);
    expect(bytes.equals(await archiveOf(from, id))).toBe(true);
  }
});

async function archiveOf(appliance: RunningAppliance, id: string): Promise<Buffer> {
  const answer = await appliance.request("GET", `/versions/${id}/archive`);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

it("keeps every file of a backup until the backup is written, even unreferenced files", async () => {
  const dataDir = temporaryFolder();
  const { database, close } = await openDatabase(dataDir, finishRestore);
  const blobs = createBlobStore(dataDir, { random: systemRandom, log: keptLog() });
  const insert = database.prepare(
    "INSERT INTO blobs (sha256, size, crc32, created_at) VALUES (@sha256, @size, @crc32, 0)",
  );
  const sha256 = await blobs.write(Buffer.from("a picture"), { limitBytes: 100 }, (blob) => {
    insert.run(blob);
    return blob.sha256;
  });

  const facts = { masterKey: Buffer.alloc(32), passphrase: null, galleyVersion: "0", at: 0 };
  const request = { dataDir, ...facts, holdBlobs: blobs.hold };
  const backup = await makeBackup(request, new AbortController().signal);
  expect(backup.manifest.counts.blobs).toBe(1);
  expect(blobs.remove(sha256, () => true)).toBe(false);
  expect(fs.existsSync(blobs.path(sha256))).toBe(true);
  await backup.discard();
  expect(blobs.remove(sha256, () => true)).toBe(true);
  close();
});
