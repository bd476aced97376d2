import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { afterEach, expect, it, vi } from "vitest";
import { copiesBeforeUpdates, dropOldCopies } from "../../../server/storage/copy-before-update.ts";
import { newestSchema, openDatabase } from "../../../server/storage/database.ts";
import { keptLog, startAppliance, temporaryFolder } from "../../support/appliance.ts";
import { turnBack } from "../../support/old-folder.ts";
import { expectPrivate } from "../../support/private-files.ts";

afterEach(() => void vi.restoreAllMocks());

const open = (dataDir: string) => openDatabase(dataDir, async () => undefined);
const copies = (dataDir: string) => copiesBeforeUpdates(dataDir).map(({ file }) => path.basename(file));
const OLD = newestSchema() - 2;
const COPY = `galley.db.before-${String(OLD + 1).padStart(4, "0")}`;

/** A folder of an older Galley with one project in it. */
async function olderFolder(): Promise<string> {
  const dataDir = temporaryFolder();
  const appliance = await startAppliance({ dataDir });
  await appliance.createProject({ name: "The Daily" });
  await appliance.close();
  turnBack(dataDir, OLD, ["projects", "settings"], () => {});
  return dataDir;
}

function whatIsIn(file: string): { schema: unknown; projects: unknown; integrity: unknown } {
  const database = new Sqlite(file, { readonly: true });
  try {
    return {
      schema: database.pragma("user_version", { simple: true }),
      projects: database.prepare("SELECT name FROM projects WHERE name = 'The Daily'").pluck().all(),
      integrity: database.pragma("integrity_check", { simple: true }),
    };
  } finally {
    database.close();
  }
}
const before = { schema: OLD, projects: ["The Daily"], integrity: "ok" };

it("keeps the database as it was before an update, for its owner alone, and says where", async () => {
  const dataDir = await olderFolder();
  const log = keptLog();
  const appliance = await startAppliance({ dataDir, log });
  const copy = path.join(dataDir, COPY);
  expect(log.lines.join("\n")).toContain(`The previous database is in ${copy}`);
  expect(whatIsIn(copy)).toEqual(before);
  expectPrivate(copy);
  await appliance.close();
  expect(fs.readdirSync(dataDir).filter((name) => /-(wal|shm)$|\.tmp$/.test(name))).toEqual([]);
  expect(whatIsIn(path.join(dataDir, "galley.db"))).toMatchObject({ schema: newestSchema(), projects: ["The Daily"] });

  // Nothing to do, no copy.
  const written = fs.statSync(copy).mtimeMs;
  (await open(dataDir)).close();
  expect(fs.statSync(copy).mtimeMs).toBe(written);

  // The way back: the copy in the place of the database opens, and is updated again.
  fs.copyFileSync(copy, path.join(dataDir, "galley.db"));
  (await open(dataDir)).close();
  expect(whatIsIn(path.join(dataDir, "galley.db"))).toMatchObject({ schema: newestSchema(), projects: ["The Daily"] });
});

it("keeps none of a folder that is new", async () => {
  const dataDir = temporaryFolder();
  (await open(dataDir)).close();
  expect(copies(dataDir)).toEqual([]);
});

it("changes nothing where there is no room for the copy, and says how much is missing", async () => {
  const dataDir = await olderFolder();
  const file = path.join(dataDir, "galley.db");
  const real = await fs.promises.statfs(dataDir);
  vi.spyOn(fs.promises, "statfs").mockResolvedValue({ ...real, bavail: 1 } as never);
  await expect(open(dataDir)).rejects.toThrow(/first makes a copy of it\. That needs \d.*Nothing was changed/);
  expect(whatIsIn(file)).toEqual(before);
  expect(copies(dataDir)).toEqual([]);
});

it("leaves the old database untouched when the copy breaks off, and begins anew", async () => {
  const dataDir = await olderFolder();
  // What a process left that was killed while it copied.
  fs.writeFileSync(path.join(dataDir, `${COPY}.tmp`), "half a copy");
  const rename = vi.spyOn(fs, "renameSync").mockImplementation(() => {
    throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  });
  await expect(open(dataDir)).rejects.toThrow("Nothing was changed");
  expect(whatIsIn(path.join(dataDir, "galley.db"))).toEqual(before);
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

it("names the copy to whoever starts an older Galley on a newer database", async () => {
  const dataDir = await olderFolder();
  (await open(dataDir)).close();
  const database = new Sqlite(path.join(dataDir, "galley.db"));
  database.pragma("user_version = 9999");
  database.close();
  await expect(open(dataDir)).rejects.toThrow(
    new RegExp(`newer Galley \\(schema 9999.*${COPY} \\(docs/operating\\.md, Upgrades\\)`),
  );
});
