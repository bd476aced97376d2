import { createHash, randomInt } from "node:crypto";
import { getEventListeners } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { BackupRefused, directory } from "../../../server/backup/format.ts";
import { readBackup } from "../../../server/backup/reader.ts";
import { inspectDatabase } from "../../../server/backup/restored-database.ts";
import { stageRestore } from "../../../server/backup/staged-restore.ts";
import { findUnreadable, findUnreadableSetting } from "../../../server/backup/stored-values.ts";
import type { AppError } from "../../../server/core/errors.ts";
import { openKeyFile } from "../../../server/storage/secret-box.ts";
import { temporaryFolder } from "../../support/appliance.ts";
import { craftedZip } from "../../support/archives.ts";
import { article, backUp, command, newFile, treeOf } from "../../support/backups.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance, project, site } = await startNewsroom();
const writer = await article(appliance, project, "m", site.callbackUrl);
for (const text of ["One", "Two"]) await writer.save(text, 4_000);
/** A stopped data folder and its backup. */
const { dataDir } = appliance;
const whole = fs.readFileSync(await backUp(appliance));
await appliance.close();

/** The code of the refusal. Checks that the folder is unchanged and no abort listener remains. */
async function refusal(backup: Buffer): Promise<string> {
  const before = treeOf(dataDir);
  const targetKey = await openKeyFile(dataDir);
  const source = (async function* () {
    yield backup;
  })();
  const options = { at: Date.now(), passphrase: null, newSecrets: false };
  const request = { dataDir, targetKey, source, size: backup.length, ...options };
  const { signal } = new AbortController();
  const outcome = await stageRestore(request, signal).then(
    () => "restored",
    (error: AppError) => error.sentence?.code ?? `${error}`,
  );
  expect(treeOf(dataDir)).toEqual(before);
  // The appliance's signal is never released: a remaining listener would keep a request and its socket.
  expect(getEventListeners(signal, "abort")).toEqual([]);
  return outcome;
}

/** The entries of a backup, with their offsets. */
function entriesOf(backup: Buffer): { name: string; at: number; data: Buffer }[] {
  const entries: { name: string; at: number; data: Buffer }[] = [];
  for (let at = 0; backup.readUInt32LE(at) === 0x04034b50; ) {
    const size = backup.readUInt32LE(at + 22);
    const start = at + 30 + backup.readUInt16LE(at + 26);
    entries.push({ name: backup.toString("latin1", at + 30, start), at, data: backup.subarray(start, start + size) });
    at = start + size;
  }
  return entries;
}

it("accepts an intact backup", async () => {
  const entries = entriesOf(whole);
  const names = entries.map(({ name }) => name.replace(/[0-9a-f]{64}/, "*"));
  expect(names).toEqual(["manifest.json", "galley.db", "blobs/*", "blobs/*"]);
  const folder = temporaryFolder();
  const file = path.join(folder, "galley.zip");
  fs.writeFileSync(file, whole);
  expect(await command("restore", [file, "--check"])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("is complete"),
  });
  expect(fs.readdirSync(folder)).toEqual(["galley.zip"]);
});

it("detects one changed bit in headers, directory and content", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "galley.db");
  const isAccepted = (backup: Buffer) =>
    readBackup(
      Readable.from([backup]),
      {
        manifest: async () => undefined,
        async database(bytes) {
          fs.writeFileSync(file, await buffer(bytes));
          return file;
        },
        databaseIsWhole: async () => undefined,
        async blob(_blob, bytes) {
          for await (const _ of bytes);
        },
      },
      new AbortController().signal,
    ).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof BackupRefused)) throw error;
        return false;
      },
    );
  expect(await isAccepted(whole)).toBe(true);

  const entries = entriesOf(whole);
  const headers = entries.flatMap(({ name, at }) =>
    Array.from({ length: 30 + name.length }, (_, offset) => at + offset),
  );
  const directory = whole.lastIndexOf(entries.at(-1)?.data ?? "") + (entries.at(-1)?.data.length ?? 0);
  const end = Array.from({ length: whole.length - directory }, (_, offset) => directory + offset);
  const accepted: number[] = [];
  const around = [...headers, ...end];
  const some = Array.from({ length: 120 }, () => around[randomInt(around.length)] ?? 0);
  const anywhere = Array.from({ length: 30 }, () => randomInt(whole.length));
  for (const at of [...some, ...anywhere]) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << randomInt(8)), at);
    if (await isAccepted(damaged)) accepted.push(at);
  }
  expect(accepted).toEqual([]);
}, 60_000);

it("refuses a backup with one bit changed at random, and leaves the folder unchanged", async () => {
  for (let n = 0; n < 3; n += 1) {
    const damaged = Buffer.from(whole);
    const at = randomInt(whole.length);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << randomInt(8)), at);
    expect(await refusal(damaged)).toMatch(/^backups\./);
  }
}, 60_000);

it("refuses a backup that is truncated or has extra bytes", async () => {
  const lengths = [0, 1, 29, 43, 100, whole.length - 1, randomInt(whole.length)];
  for (const length of lengths) expect(await refusal(whole.subarray(0, length))).toMatch(/^backups\./);
  expect(await refusal(whole.subarray(0, -1))).toBe("backups.too_short");
  expect(await refusal(Buffer.concat([whole, Buffer.from([0])]))).toBe("backups.too_long");
}, 60_000);

it("refuses ZIPs and other files that are not backups", async () => {
  expect(await refusal(craftedZip([{ name: "vms_html.html", data: "<p>An archive" }]))).toBe("backups.not_a_backup");
  expect(await refusal(Buffer.from("galley".repeat(1_000)))).toBe("backups.not_a_backup");
  expect(await refusal(craftedZip([{ name: "manifest.json", data: "{}" }]))).toBe("backups.not_a_backup");
});

/** The backup with some entries changed and consistent headers. */
function forged(change: (entries: { name: string; data: Buffer | string }[]) => void): Buffer {
  const entries: { name: string; data: Buffer | string }[] = entriesOf(whole).map(({ name, data }) => ({ name, data }));
  change(entries);
  return craftedZip(entries);
}

const manifestOf = (entries: { data: Buffer | string }[]) => JSON.parse(String(entries[0]?.data));

it("refuses path traversal, duplicate entries, and unknown entries", async () => {
  for (const name of ["../../evil", "blobs/../../evil", "/etc/evil", "console-token", "secret.key"])
    expect(await refusal(forged((entries) => entries.splice(2, 0, { name, data: "evil" })))).toMatch(/^backups\./);
  expect(
    await refusal(forged((entries) => entries.push(...entries.slice(2, 3).map((entry) => ({ ...entry }))))),
  ).toMatch(/^backups\./);
  expect(fs.existsSync(path.join(dataDir, "..", "evil"))).toBe(false);
});

it("refuses entries with a wrong size before writing more than it received", async () => {
  const lie = Buffer.from(whole);
  lie.writeUInt32LE(0xfffffff0, 22);
  expect(await refusal(lie)).toBe("backups.not_a_backup");
  const database = forged((entries) => {
    const manifest = manifestOf(entries);
    manifest.database.size = 2 ** 50;
    (entries[0] as { data: string }).data = JSON.stringify(manifest);
  });
  expect(await refusal(database)).toMatch(/^backups\./);
});

it("refuses a backup of a newer Galley or of another format with its own error", async () => {
  const newer = forged((entries) => {
    const manifest = { ...manifestOf(entries), schema: 99, galley_version: "7.0" };
    (entries[0] as { data: string }).data = JSON.stringify(manifest);
  });
  expect(await refusal(newer)).toBe("backups.newer_schema");
  const format = forged((entries) => {
    (entries[0] as { data: string }).data = JSON.stringify({ format: "galley-backup/2", galley_version: "7.0" });
  });
  expect(await refusal(format)).toBe("backups.other_format");
});

/** The backup with a change in its database and correct checksums. */
const database = (change: (db: Sqlite.Database) => void) => forgedWithTimes(fs.readFileSync(changed(change)));

/** The database of the backup with a change in it. */
function changed(change: (db: Sqlite.Database) => void): string {
  const file = newFile("galley.db");
  fs.writeFileSync(file, entriesOf(whole)[1]?.data ?? "");
  const db = new Sqlite(file);
  try {
    change(db);
  } finally {
    db.close();
  }
  return file;
}

const DEEP = `{"a":${"[".repeat(600)}${"]".repeat(600)}}`;

it.each<[sql: string, value: string, fault: RegExp]>([
  ["UPDATE projects SET allowed_hosts = ?", '{"hosts":[]}', /^row 1 of projects has a value in allowed_hosts/],
  ["UPDATE projects SET settings = ?", '{"embed_hosts":"a.example"}', /^row 1 of projects has a value in settings/],
  ["UPDATE sessions SET metadata = ?", '{"title":', /^row 1 of sessions has a value in metadata/],
  ["UPDATE sessions SET metadata = ?", "{}\0x", /^row 1 of sessions has a value in metadata/],
  ["UPDATE sessions SET metadata = ?", DEEP, /^row 1 of sessions has a value in metadata/],
  ["UPDATE sessions SET callback_url = ?", "nowhere", /^row 1 of sessions has a value in callback_url/],
  ["UPDATE versions SET vms_json = ? WHERE number = 2", "[]", /^row 2 of versions has a value in vms_json/],
  ["UPDATE deliveries SET code = ?", "no_such_code", /^row 1 of deliveries has a value in code/],
  ["UPDATE attempts SET request = ?", '{"method":"POST"}', /^row 1 of attempts has a value in request/],
  ["INSERT INTO settings (key, value) VALUES ('token_hours', ?)", '"long"', /^the setting token_hours has a value/],
  ["UPDATE audit_log SET detail = ?", "null", /^row 1 of audit_log has a value in detail/],
])("refuses a row that the stores cannot read: %s", (sql, value, fault) => {
  changed((db) => {
    db.prepare(sql).run(value);
    expect((findUnreadable(db) ?? findUnreadableSetting(db))?.detail).toMatch(fault);
  });
});

it("refuses a backup with one such row", async () => {
  expect(await refusal(database((db) => db.exec("UPDATE deliveries SET code = 'no_such_code'")))).toBe(
    "backups.unusable_database",
  );
});

it.each<[fault: string, change: string]>([
  ["fault_tables", "CREATE TRIGGER t AFTER INSERT ON settings BEGIN DELETE FROM versions; END"],
  ["fault_tables", "DROP INDEX versions_by_state"],
  ["fault_schema", "PRAGMA user_version = 0"],
  ["fault_references", "UPDATE sessions SET project_id = 'unknown'"],
  ["fault_counts", "DELETE FROM version_files; DELETE FROM versions"],
])("refuses a database that is not Galley's own, though all checksums match: %s", (fault, change) => {
  const file = changed((db) => {
    db.pragma("foreign_keys = OFF");
    db.exec(change);
  });
  expect(() => inspectDatabase(file, manifestOf(entriesOf(whole)))).toThrow(
    expect.objectContaining({
      sentence: expect.objectContaining({ facts: { fault: expect.objectContaining({ code: `backups.${fault}` }) } }),
    }),
  );
});

it("refuses path traversal in blob names", async () => {
  const elsewhere = database((db) => {
    db.pragma("foreign_keys = OFF");
    for (const [table, column] of [
      ["blobs", "sha256"],
      ["assets", "blob"],
      ["version_files", "blob"],
    ])
      db.exec(`UPDATE ${table} SET ${column} = '../../evil' WHERE ${column} = (SELECT min(sha256) FROM blobs)`);
  });
  expect(await refusal(elsewhere)).toMatch(/^backups\./);
});

it("reports a full disk before it writes anything", async () => {
  const before = treeOf(dataDir);
  const targetKey = await openKeyFile(dataDir);
  const request = { dataDir, targetKey, at: Date.now(), passphrase: null, newSecrets: false };
  await expect(
    stageRestore({ ...request, source: Readable.from([whole]), size: 2 ** 52 }, new AbortController().signal),
  ).rejects.toMatchObject({ code: "disk_full", message: expect.stringMatching(/^Only .* are free on the disk/) });
  expect(treeOf(dataDir)).toEqual(before);
});

/** The backup with another database, byte for byte as Galley would write it. */
function forgedWithTimes(database: Buffer): Buffer {
  const entries = entriesOf(whole);
  const manifest = manifestOf(entries);
  const sha256 = createHash("sha256").update(database).digest("hex");
  manifest.database = { size: database.length, sha256, crc32: crc32(database) };
  const parts: Buffer[] = [];
  for (const [index, { name, at, data }] of entries.entries()) {
    const bytes = index === 0 ? Buffer.from(JSON.stringify(manifest)) : index === 1 ? database : data;
    const header = Buffer.from(whole.subarray(at, at + 30 + name.length));
    header.writeUInt32LE(crc32(bytes), 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt32LE(bytes.length, 22);
    parts.push(header, bytes);
  }
  const file = newFile("snapshot.db");
  fs.writeFileSync(file, database);
  const snapshot = new Sqlite(file);
  try {
    parts.push(...directory(manifest, Buffer.from(JSON.stringify(manifest)), snapshot));
  } finally {
    snapshot.close();
  }
  return Buffer.concat(parts);
}
