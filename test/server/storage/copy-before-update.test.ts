import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { beforeAll, expect, it, vi } from "vitest";
import { copiesBeforeUpdates, dropOldCopies } from "../../../server/storage/copy-before-update.ts";
import { newestSchema, openDatabase } from "../../../server/storage/database.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { expectPrivate, rebuildInSchema } from "../../support/data-folder.ts";

const open = (dataDir: string) => openDatabase(dataDir, async () => undefined);
const copies = (dataDir: string) => copiesBeforeUpdates(dataDir).map(({ file }) => path.basename(file));
const OLD = newestSchema() - 2;
const COPY = `galley.db.before-${String(OLD + 1).padStart(4, "0")}`;

/** The data folder of an older Galley, with one project. */
const template = temporaryFolder();
beforeAll(async () => {
  const appliance = await startAppliance({ dataDir: template });
  await appliance.createProject({ name: "The Daily" });
  await appliance.close();
  rebuildInSchema(template, OLD, ["projects", "settings"], () => {});
});
function olderFolder(): string {
  const dataDir = temporaryFolder();
  fs.cpSync(template, dataDir, { recursive: true });
  return dataDir;
}

function contentOf(file: string) {
  const database = new Sqlite(file, { readonly: true });
  const schema = database.pragma("user_version", { simple: true });
  const integrity = database.pragma("integrity_check", { simple: true });
  const projects = database.prepare("SELECT name FROM projects WHERE name = 'The Daily'").pluck().all();
  database.close();
  return { schema, projects, integrity };
}
const before = { schema: OLD, projects: ["The Daily"], integrity: "ok" };
const updated = { ...before, schema: newestSchema() };

it("keeps a private copy of the database before an update, and logs where it is", async () => {
  const dataDir = olderFolder();
  const log = keptLog();
  const appliance = await startAppliance({ dataDir, log });
  const copy = path.join(dataDir, COPY);
  expect(log.lines.join("\n")).toContain(`The previous database is in ${copy}`);
  expect(contentOf(copy)).toEqual(before);
  expectPrivate(copy);
  await appliance.close();
  expect(fs.readdirSync(dataDir).filter((name) => /-(wal|shm)$|\.tmp$/.test(name))).toEqual([]);
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(updated);

  // No update, no copy.
  const written = fs.statSync(copy).mtimeMs;
  (await open(dataDir)).close();
  expect(fs.statSync(copy).mtimeMs).toBe(written);

  // A restored copy opens and is updated again.
  fs.copyFileSync(copy, path.join(dataDir, "galley.db"));
  (await open(dataDir)).close();
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(updated);
});

it("makes no copy of a new database", async () => {
  const dataDir = temporaryFolder();
  (await open(dataDir)).close();
  expect(copies(dataDir)).toEqual([]);
});

it("changes nothing without disk space for the copy, and reports how much it needs", async () => {
  const dataDir = olderFolder();
  const file = path.join(dataDir, "galley.db");
  const real = await fs.promises.statfs(dataDir);
  vi.spyOn(fs.promises, "statfs").mockResolvedValue({ ...real, bavail: 1 } as never);
  await expect(open(dataDir)).rejects.toThrow(/first copies the database .* The copy needs \d.*Nothing was changed/);
  expect(contentOf(file)).toEqual(before);
  expect(copies(dataDir)).toEqual([]);
});

it("leaves the database untouched when the copy fails, and copies again at the next start", async () => {
  const dataDir = olderFolder();
  // Left by a process that was killed while it copied.
  fs.writeFileSync(path.join(dataDir, `${COPY}.tmp`), "half a copy");
  const rename = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  await expect(open(dataDir)).rejects.toThrow("Nothing was changed");
  expect(contentOf(path.join(dataDir, "galley.db"))).toEqual(before);
  expect(fs.readdirSync(dataDir).filter((name) => name.startsWith(COPY))).toEqual([]);
  rename.mockRestore();
  (await open(dataDir)).close();
  expect(copies(dataDir)).toEqual([COPY]);
});

it("keeps the newest two copies", () => {
  const dataDir = temporaryFolder();
  for (const [number, at] of Object.entries({ "0003": 3, "0005": 1, "0009": 2 })) {
    const file = path.join(dataDir, `galley.db.before-${number}`);
    fs.writeFileSync(file, "");
    fs.utimesSync(file, at, at);
  }
  dropOldCopies(dataDir);
  expect(copies(dataDir)).toEqual(["galley.db.before-0003", "galley.db.before-0009"]);
});

it("names the copy in the error when an older Galley opens a newer database", async () => {
  const dataDir = olderFolder();
  (await open(dataDir)).close();
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("user_version = 9999");
  database.close();
  await expect(open(dataDir)).rejects.toThrow(
    new RegExp(`newer Galley \\(schema 9999.*${COPY} \\(docs/operating\\.md, Upgrades\\)`),
  );
});
