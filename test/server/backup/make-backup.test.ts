import fs from "node:fs";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeBackup } from "../../../server/backup/make-backup.ts";
import { finishRestore } from "../../../server/backup/staged-restore.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import { systemRandom } from "../../../server/core/runtime.ts";
import { createBlobStore } from "../../../server/storage/blobs.ts";
import { openDatabase } from "../../../server/storage/database.ts";
import { keptLog, type RunningAppliance, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { article, backUp, command, newFile, treeOf } from "../../support/backups.ts";
import { eventually } from "../../support/eventually.ts";
import { startNewsroom, valuesIn } from "../../support/newsroom.ts";

const { appliance, project, site } = await startNewsroom();
const writer = await article(appliance, project, "m", site.callbackUrl);
for (const text of ["One", "Two", "Three"]) await writer.save(text);
const copies = () => fs.readdirSync(path.join(appliance.dataDir, "tmp"));

it("prepares a backup that can be downloaded once, after any HEAD request", async () => {
  const call = (method: string, where: string) => appliance.request(method, where);
  type Prepared = { id: string; bytes: number; file_name: string };
  const view = await appliance.console<Prepared>("POST", "/backup", { prepare: true });
  const head = await call("HEAD", `/backup/${view.id}`);
  expect([head.status, head.headers.get("content-length")]).toEqual([200, String(view.bytes)]);
  const response = await call("GET", `/backup/${view.id}`);
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename=${view.file_name}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(view.bytes);
  expect(await command("restore", [newFile("galley.zip", bytes), "--check"])).toMatchObject({ code: 0 });
  expect((await call("GET", `/backup/${view.id}`)).status).toBe(404);
  await eventually(() => expect(copies()).toEqual([]));
});

it("reports missing or damaged files and backs up the rest", async () => {
  const folder = path.join(appliance.dataDir, "blobs");
  const [missing = "", damaged = ""] = Object.keys(treeOf(folder)).map((name) => path.join(folder, name));
  fs.rmSync(missing);
  const bytes = fs.readFileSync(damaged);
  bytes.writeUInt8(bytes.readUInt8(7) ^ 1, 7);
  fs.writeFileSync(damaged, bytes);

  const file = newFile();
  const made = await command("backup", [file, "--data-dir", appliance.dataDir]);
  expect(made).toMatchObject({ code: 0, stdout: expect.stringContaining("Warning: 2 article files are missing") });
  const dataDir = temporaryFolder();
  const restored = await command("restore", [file, "--data-dir", dataDir]);
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining("Warning: 2 article files") });
  expect(fs.readdirSync(path.join(dataDir, "blobs"), { recursive: true })).toHaveLength(2);
});

it("removes its copy of the database when the download is aborted", async () => {
  await writer.save("Four", 20_000_000);
  const stop = new AbortController();
  const response = await appliance.request("POST", "/backup", undefined, { signal: stop.signal });
  expect(response.status).toBe(200);
  expect(copies()).toHaveLength(1);
  stop.abort();
  await eventually(() => expect(copies()).toEqual([]));
});

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
  const response = await appliance.request("GET", `/versions/${id}/archive`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
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
