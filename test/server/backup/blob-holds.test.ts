import fs from "node:fs";
import { expect, it } from "vitest";
import { makeBackup } from "../../../server/backup/make-backup.ts";
import { finishRestore } from "../../../server/backup/staged-restore.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { openDatabase } from "../../../server/storage/database.ts";
import { keptLog, temporaryFolder } from "../../support/appliance.ts";

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
