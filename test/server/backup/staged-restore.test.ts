import fs from "node:fs";
import path from "node:path";
import { expect, it, vi } from "vitest";
import { commitRestore, finishRestore, stageRestore } from "../../../server/backup/staged-restore.ts";
import { openKeyFile } from "../../../server/storage/secret-box.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, treeOf, versionsIn } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";

/** A data folder with two versions, and a backup with the first of them. */
const { appliance, project, site } = await startNewsroom();
const writer = await article(appliance, project, "m", site.callbackUrl);
await writer.save("Old", 200_000);
const backup = await backUp(appliance);
await writer.save("New", 200_000);
await appliance.close();

function copyOf(folder: string): string {
  const copy = path.join(temporaryFolder(), "data");
  fs.cpSync(folder, copy, { recursive: true });
  return copy;
}

it("switches to the new data at the next start after a crash between any two steps", async () => {
  const staged = copyOf(appliance.dataDir);
  const old = treeOf(staged);
  const targetKey = await openKeyFile(staged);
  const file = { source: fs.createReadStream(backup), size: fs.statSync(backup).size };
  const request = { dataDir: staged, targetKey, ...file, at: Date.now(), passphrase: null, newSecrets: false };
  await stageRestore(request, new AbortController().signal);
  const aside = await commitRestore(staged, Date.now());
  // Two renames move the old data aside, two move the new data in; the last run is not interrupted.
  for (const step of [0, 1, 2, 3, 4]) {
    const dataDir = copyOf(staged);
    let done = 0;
    const rename = fs.renameSync;
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      if (done === step) throw new Error("killed");
      done += 1;
      rename(from, to);
    });
    await finishRestore(dataDir).catch((error: Error) => expect(error.message).toBe("killed"));
    expect(done).toBe(step);
    vi.restoreAllMocks();
    expect(await versionsIn(dataDir)).toBe(1);
    const kept = treeOf(path.join(dataDir, aside));
    for (const [name, hash] of Object.entries(kept)) expect(old[name]).toBe(hash);
    expect(Object.keys(kept)).toEqual(Object.keys(old).filter((name) => /^(galley\.db|blobs)/.test(name)));
  }
});

it("removes the files of a restore that was killed before it was committed", async () => {
  const dataDir = copyOf(appliance.dataDir);
  fs.mkdirSync(path.join(dataDir, "restore", "blobs"), { recursive: true });
  fs.writeFileSync(path.join(dataDir, "restore", "galley.db"), "half a database");
  expect(await versionsIn(dataDir)).toBe(2);
});
