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
import { craftedZip } from "../../support/archives.ts";
import { article, backUp, command, newFile, treeOf } from "../../support/backups.ts";
import { runs } from "../../support/chance.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance, project, site } = await startNewsroom();
const writer = await article(appliance, project, "m", site.callbackUrl);
for (const text of ["One", "Two"]) await writer.save(text, 4_000);
/** A stopped data folder and its backup. */
const { dataDir } = appliance;
const file = await backUp(appliance);
const whole = fs.readFileSync(file);
await appliance.close();
const targetKey = await openKeyFile(dataDir);

/** The error of a restore, or null. Checks that the folder is unchanged and no abort listener remains. */
async function faultOf(backup: Buffer, size = backup.length): Promise<AppError | null> {
  const before = treeOf(dataDir);
  const request = { dataDir, targetKey, at: Date.now(), passphrase: null, newSecrets: false };
  const { signal } = new AbortController();
  const staged = stageRestore({ ...request, source: Readable.from([backup]), size }, signal);
  const fault = await staged.then(
    () => null,
    (error: AppError) => error,
  );
  expect(treeOf(dataDir)).toEqual(before);
  // The appliance's signal is never released: a remaining listener would keep a request and its socket.
  expect(getEventListeners(signal, "abort")).toEqual([]);
  return fault;
}

const refusal = async (backup: Buffer) => (await faultOf(backup))?.sentence?.code ?? "no refusal";

interface Entry {
  name: string;
  data: Buffer | string;
}

/** The entries of the backup, with their offsets. */
const entries: { name: string; at: number; data: Buffer }[] = [];
for (let at = 0; whole.readUInt32LE(at) === 0x04034b50; ) {
  const size = whole.readUInt32LE(at + 22);
  const start = at + 30 + whole.readUInt16LE(at + 26);
  entries.push({ name: whole.toString("latin1", at + 30, start), at, data: whole.subarray(start, start + size) });
  at = start + size;
}
const manifest = () => JSON.parse(String(entries[0]?.data));

it("accepts an intact backup", async () => {
  const names = entries.map(({ name }) => name.replace(/[0-9a-f]{64}/, "*"));
  expect(names).toEqual(["manifest.json", "galley.db", "blobs/*", "blobs/*"]);
  const { code, stdout } = await command("restore", [file, "--check"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("is complete")]);
  expect(fs.readdirSync(path.dirname(file))).toEqual(["galley.zip"]);
});

it("detects one changed bit in headers, directory and content", async () => {
  const database = newFile("galley.db");
  const receiver: Parameters<typeof readBackup>[1] = {
    manifest: async () => undefined,
    async database(bytes) {
      fs.writeFileSync(database, await buffer(bytes));
      return database;
    },
    databaseIsWhole: async () => undefined,
    async blob(_blob, bytes) {
      for await (const _ of bytes);
    },
  };
  const read = (backup: Buffer) => readBackup(Readable.from([backup]), receiver, new AbortController().signal);
  await read(whole);

  const headers = entries.flatMap(({ name, at }) => Array.from({ length: 30 + name.length }, (_, n) => at + n));
  const { at = 0, name = "", data } = entries.at(-1) ?? {};
  const end = at + 30 + name.length + (data?.length ?? 0);
  const around = [...headers, ...Array.from({ length: whole.length - end }, (_, n) => end + n)];
  const some = Array.from({ length: runs(60, 600) }, () => around[randomInt(around.length)] ?? 0);
  const anywhere = Array.from({ length: runs(15, 150) }, () => randomInt(whole.length));
  for (const at of [...some, ...anywhere]) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(at) ^ (1 << randomInt(8)), at);
    await expect(read(damaged), `byte ${at}`).rejects.toThrow(BackupRefused);
  }
}, 60_000);

it("refuses a backup that is truncated or has extra bytes", async () => {
  for (const length of [0, 1, 29, 43, 100, randomInt(whole.length)])
    expect(await refusal(whole.subarray(0, length))).toMatch(/^backups\./);
  expect(await refusal(whole.subarray(0, -1))).toBe("backups.too_short");
  expect(await refusal(Buffer.concat([whole, Buffer.from([0])]))).toBe("backups.too_long");
});

it.each([
  ["a ZIP archive", craftedZip([{ name: "vms_html.html", data: "<p>An archive" }])],
  ["a file of another type", Buffer.from("galley".repeat(1_000))],
  ["a ZIP archive with an empty manifest", craftedZip([{ name: "manifest.json", data: "{}" }])],
])("refuses %s", async (_, bytes) => {
  expect(await refusal(bytes)).toBe("backups.not_a_backup");
});

/** The backup with some entries changed and consistent headers. */
function forged(change: (entries: Entry[]) => void): Buffer {
  const all: Entry[] = entries.map(({ name, data }) => ({ name, data }));
  change(all);
  return craftedZip(all);
}

const withManifest = (changes: object) =>
  forged(([first]) => Object.assign(first as Entry, { data: JSON.stringify({ ...manifest(), ...changes }) }));

it("refuses path traversal, duplicate entries, and unknown entries", async () => {
  const [, , blob = { name: "", data: "" }] = entries;
  for (const name of ["../../evil", "blobs/../../evil", "/etc/evil", "console-token", "secret.key"])
    expect(await refusal(forged((all) => all.splice(2, 0, { name, data: "evil" })))).toMatch(/^backups\./);
  expect(await refusal(forged((all) => all.push(blob)))).toMatch(/^backups\./);
  expect(fs.existsSync(path.join(dataDir, "..", "evil"))).toBe(false);
});

it("refuses entries with a wrong size before writing more than it received", async () => {
  const lie = Buffer.from(whole);
  lie.writeUInt32LE(0xfffffff0, 22);
  expect(await refusal(lie)).toBe("backups.not_a_backup");
  expect(await refusal(withManifest({ database: { ...manifest().database, size: 2 ** 50 } }))).toMatch(/^backups\./);
});

it("refuses a backup of a newer Galley or of another format with its own error", async () => {
  expect(await refusal(withManifest({ schema: 99, galley_version: "7.0" }))).toBe("backups.newer_schema");
  expect(await refusal(withManifest({ format: "galley-backup/2" }))).toBe("backups.other_format");
});

/** The database of the backup with a change in it. */
function changed(change: (db: Sqlite.Database) => void): string {
  const file = newFile("galley.db", entries[1]?.data);
  const db = new Sqlite(file);
  db.pragma("foreign_keys = OFF");
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
  const unreadable = withDatabase((db) => db.exec("UPDATE deliveries SET code = 'no_such_code'"));
  expect(await refusal(unreadable)).toBe("backups.unusable_database");
});

it.each<[fault: string, change: string]>([
  ["fault_tables", "CREATE TRIGGER t AFTER INSERT ON settings BEGIN DELETE FROM versions; END"],
  ["fault_tables", "DROP INDEX versions_by_state"],
  ["fault_schema", "PRAGMA user_version = 0"],
  ["fault_references", "UPDATE sessions SET project_id = 'unknown'"],
  ["fault_counts", "DELETE FROM version_files; DELETE FROM versions"],
])("refuses a database that is not Galley's own, though all checksums match: %s", (code, change) => {
  const fault = expect.objectContaining({ code: `backups.${code}` });
  expect(() =>
    inspectDatabase(
      changed((db) => db.exec(change)),
      manifest(),
    ),
  ).toThrow(expect.objectContaining({ sentence: expect.objectContaining({ facts: { fault } }) }));
});

it("refuses path traversal in blob names", async () => {
  const elsewhere = withDatabase((db) => {
    for (const column of ["blobs.sha256", "assets.blob", "version_files.blob"]) {
      const [table, name] = column.split(".");
      db.exec(`UPDATE ${table} SET ${name} = '../../evil' WHERE ${name} = (SELECT min(sha256) FROM blobs)`);
    }
  });
  expect(await refusal(elsewhere)).toMatch(/^backups\./);
});

it("reports a full disk before it writes anything", async () => {
  const message = expect.stringMatching(/^Only .* are free on the disk/);
  expect(await faultOf(whole, 2 ** 52)).toMatchObject({ code: "disk_full", message });
});

/** The backup with a change in its database, byte for byte as Galley would write it. */
function withDatabase(change: (db: Sqlite.Database) => void): Buffer {
  const file = changed(change);
  const database = fs.readFileSync(file);
  const sha256 = createHash("sha256").update(database).digest("hex");
  const facts = { ...manifest(), database: { size: database.length, sha256, crc32: crc32(database) } };
  const text = Buffer.from(JSON.stringify(facts));
  const parts = entries.flatMap(({ name, at, data }, index) => {
    const bytes = [text, database][index] ?? data;
    const header = Buffer.from(whole.subarray(at, at + 30 + name.length));
    header.writeUInt32LE(crc32(bytes), 14);
    header.writeUInt32LE(bytes.length, 18);
    header.writeUInt32LE(bytes.length, 22);
    return [header, bytes];
  });
  const snapshot = new Sqlite(file, { readonly: true });
  parts.push(...directory(facts, text, snapshot));
  snapshot.close();
  return Buffer.concat(parts);
}
