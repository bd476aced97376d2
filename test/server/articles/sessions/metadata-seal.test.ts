import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createMetadataSeal, isSealed, Metadata } from "../../../../server/articles/sessions/metadata.ts";
import type { Manifest } from "../../../../server/backup/format.ts";
import { prepareDatabase, SEALED_METADATA_SQL } from "../../../../server/backup/restored-database.ts";
import { JsonText } from "../../../../server/core/json-text.ts";
import { SECRET_PURPOSE } from "../../../../server/projects/projects.ts";
import { migrate } from "../../../../server/storage/database.ts";
import { createSecretBox } from "../../../../server/storage/secret-box.ts";
import { startAppliance, temporaryFolder } from "../../../support/appliance.ts";
import { article, command, newFile } from "../../../support/backups.ts";
import { eventually } from "../../../support/eventually.ts";
import { articleOfKeys, atEnd, inDatabase, type Newsroom, startNewsroom, valuesIn } from "../../../support/newsroom.ts";

const PASSWORD = "hunter2-hunter2-hunter2";
const OTHER = "another-secret-0123456789";
const METADATA = {
  section: 7,
  webhook_auth_user: "galley",
  webhook_auth_password: PASSWORD,
  cms: { "10": 1, apiKeys: [OTHER] },
};

let { appliance, project, site, open }: Newsroom = await startNewsroom();

/** Starts the appliance again. The data folder must be free. */
async function restart(): Promise<void> {
  const again = await startAppliance({ dataDir: appliance.dataDir });
  atEnd(again.close);
  appliance = again;
}

const migrations = fs.readdirSync(path.join(import.meta.dirname, "../../../../server/storage/migrations"));
/** The first schema with sealed credentials. */
const SCHEMA = Number(migrations.find((name) => name.endsWith("-sealed-credentials.sql"))?.slice(0, 4));

/** The texts that a database file contains. */
function findInFiles(dataDir: string, texts: string[]): string[] {
  const bytes = fs
    .readdirSync(dataDir)
    .filter((name) => name.startsWith("galley.db"))
    .map((name) => fs.readFileSync(path.join(dataDir, name)));
  return texts.filter((text) => bytes.some((each) => each.includes(text)));
}

async function save(materialId: string, user_email: string | null = null) {
  const { load, deliver } = await articleOfKeys(appliance, project, materialId, site.callbackUrl);
  await deliver("Words", { user_email, base_version: (await load()).current_version });
  return site.callbacks.at(-1);
}

const BASIC = `Basic ${Buffer.from(`galley:${PASSWORD}`).toString("base64")}`;

it("keeps credentials out of the data folder, and returns them to the site unchanged", async () => {
  const stored = () => valuesIn(appliance.dataDir, "SELECT metadata FROM sessions WHERE material_id = 'm'")[0];
  await open("m", { metadata: METADATA });
  const sealed = stored();
  expect(sealed).toContain("galley-sealed:");
  await open("m", { metadata: METADATA });
  // Unchanged metadata are not sealed again.
  expect(stored()).toBe(sealed);
  const callback = await save("m");
  expect(callback?.headers.authorization).toBe(BASIC);
  expect(callback?.text).toContain(JSON.stringify(METADATA).slice(1, -1));

  // Texts of a site that look sealed keep their meaning.
  const metadata = {
    "galley-sealed:": ["galley-sealed:", { "galley-sealed:A": 1 }],
    '"galley-sealed:': 'x"galley-sealed:y":"galley-sealed:"',
    note: "galley-sealed:AAAA",
    password: "galley-sealed:",
  };
  await open("looks", { metadata });
  const looks = await save("looks", "galley-sealed:AAAA");
  expect(looks?.body.metadata).toMatchObject({ ...metadata, user_email: "galley-sealed:AAAA" });

  expect(findInFiles(appliance.dataDir, [PASSWORD, OTHER])).toEqual([]);
  await appliance.close();
  await restart();
  expect((await save("m"))?.headers.authorization).toBe(BASIC);
});

it("seals any metadata as valid JSON, and opens it unchanged", () => {
  const seal = createMetadataSeal(createSecretBox(randomBytes(32)));
  const key = fc.oneof(fc.string(), fc.constantFrom("password", "token", '"galley-sealed:', "galley-sealed:A", "10"));
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('a:"galley-sealed:"', "galley-sealed:AAAA", "", null));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, value)), (members) => {
      const clear = JsonText.ofMembers([...new Map(members.map(([name, each]) => [name, JSON.stringify(each)]))]);
      // The service adds its own members between seal and open.
      const sealed = seal.seal("s", clear).with({ user_email: "galley-sealed:AAAA" });
      JSON.parse(sealed.stored);
      const whole = { ...(clear.parse() as object), user_email: "galley-sealed:AAAA" };
      expect(seal.open("s", sealed).parse()).toEqual(whole);
      if (isSealed(sealed.stored)) expect(() => seal.open("other", sealed)).toThrow();
    }),
  );
});

describe("a data folder with unsealed credentials", () => {
  /** Turns the folder into one of the previous schema, with all credentials in the clear. */
  async function asBefore(articles: number): Promise<void> {
    ({ appliance, project, site, open } = await startNewsroom());
    for (let index = 0; index < articles; index++) {
      const writer = await article(appliance, project, `old-${index}`, site.callbackUrl, { section: 7 });
      await writer.save("One");
    }
    await site.received(articles);
    await appliance.close();
    inDatabase(appliance.dataDir, (old) => {
      const previous = JSON.stringify({ ...METADATA, note: "x".repeat(6_000) });
      for (const table of ["sessions", "versions"])
        old.prepare(`UPDATE ${table} SET metadata = json_patch(metadata, ?)`).run(previous);
      // The migration does the same.
      old.exec("INSERT INTO sealing VALUES ('sessions', 0), ('versions', 0)");
    });
    expect(findInFiles(appliance.dataDir, [PASSWORD, OTHER])).toEqual([PASSWORD, OTHER]);
  }
  const isDone = (dataDir: string) =>
    inDatabase(dataDir, (database) => database.prepare("SELECT 1 FROM sealing").get() === undefined);

  it("is sealed in the background across restarts, without leaving traces on disk", async () => {
    await asBefore(12);
    for (let start = 0; start < 3; start++) {
      const again = await startAppliance({ dataDir: appliance.dataDir });
      await again.close();
    }
    await restart();
    const callback = await save("old-3");
    expect(callback?.headers.authorization).toBe(BASIC);
    await eventually(() => expect(isDone(appliance.dataDir)).toBe(true));
    await appliance.close();
    expect(findInFiles(appliance.dataDir, [PASSWORD, OTHER])).toEqual([]);
    await restart();
    expect((await save("old-4"))?.text).toContain(`"apiKeys":["${OTHER}"]`);
  });

  it("is sealed in a backup, and complete after the restore", async () => {
    await asBefore(2);
    const file = newFile();
    const { dataDir } = appliance;
    expect(await command("backup", [file, "--data-dir", dataDir])).toMatchObject({ code: 0 });
    const bytes = fs.readFileSync(file);
    expect([PASSWORD, OTHER].filter((secret) => bytes.includes(secret))).toEqual([]);
    // Its own folder has the key of the backup.
    expect(await command("restore", [file, "--data-dir", dataDir])).toMatchObject({ code: 0 });
    expect(findInFiles(dataDir, [PASSWORD, OTHER])).toEqual([]);
    await restart();
    await appliance.console("PATCH", "/settings", { deliveries_paused: false });
    expect((await save("old-1"))?.headers.authorization).toBe(BASIC);
  });

  it.each([
    ["with its key keeps its credentials", true],
    ["without its key loses its credentials", false],
  ])("an old backup restored %s", (_, isKnown) => {
    const file = path.join(temporaryFolder(), "snapshot.db");
    const from = randomBytes(32);
    const box = createSecretBox(from);
    const snapshot = new Sqlite(file);
    migrate(snapshot, SCHEMA - 1);
    // Earlier versions sealed three known names in a separate table, and left all others in the clear.
    snapshot.exec(`${SEALED_METADATA_SQL};
      INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, created_at)
        VALUES ('p', 'P', 'dev', 'k', x'', '[]', '{}', 0);
      INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, current_version, last_access, created_at, metadata)
        VALUES ('s', 'p', 'm', 'f', 'http://localhost/cb', 1, 0, 0, '{}');
      INSERT INTO versions (id, session_id, number, save_id, size, files, state_hash, created_at, metadata, vms_json, html)
        VALUES ('v', 's', 1, 'x', 0, 0, '', 0, '{}', '{}', '')`);
    snapshot.prepare("UPDATE projects SET secret = ?").run(box.seal("secret", SECRET_PURPOSE));
    const { webhook_auth_user, webhook_auth_password, ...rest } = METADATA;
    for (const [owner, id] of [
      ["sessions", "s"],
      ["versions", "v"],
    ] as const) {
      const known = JSON.stringify({ webhook_auth_user, webhook_auth_password });
      const sealed = box.seal(known, `backup metadata ${owner} ${id}`);
      snapshot.prepare("INSERT INTO sealed_metadata VALUES (?, ?, ?)").run(owner, id, sealed);
      snapshot.prepare(`UPDATE ${owner} SET metadata = ?`).run(JSON.stringify(rest));
    }
    snapshot.close();
    const target = randomBytes(32);
    const manifest = { created_at: "2026-01-01T00:00:00Z", galley_version: "0.0.1" } as Manifest;
    const present = path.join(temporaryFolder(), "none.db");
    const ready = { file, backupKey: isKnown ? from : null, targetKey: target, manifest, at: 0, present };
    expect(prepareDatabase(ready).sessions_without_credentials).toBe(isKnown ? 0 : 1);
    const bytes = fs.readFileSync(file);
    expect([PASSWORD, OTHER].filter((secret) => bytes.includes(secret))).toEqual([]);
    const restored = new Sqlite(file, { readonly: true });
    const seal = createMetadataSeal(createSecretBox(target));
    const rows = restored
      .prepare("SELECT metadata FROM sessions UNION ALL SELECT metadata FROM versions")
      .pluck()
      .all() as string[];
    restored.close();
    expect(rows).toHaveLength(2);
    for (const stored of rows) {
      const clear = seal.open("s", new Metadata(stored)).parse() as Record<string, unknown>;
      expect(clear).toMatchObject({ section: 7, cms: METADATA.cms });
      expect(clear.webhook_auth_password).toBe(isKnown ? PASSWORD : undefined);
    }
  });

  it("is marked for sealing by the migration, unlike a new folder", () => {
    for (const [before, expected] of [
      [SCHEMA - 1, ["sessions"]],
      [SCHEMA, []],
    ] as const) {
      const fresh = new Sqlite(":memory:");
      migrate(fresh, before);
      fresh.exec(`INSERT INTO projects (id, name, environment, api_key, secret, allowed_hosts, settings, created_at)
          VALUES ('p', 'P', 'dev', 'k', x'', '[]', '{}', 0);
        INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
          VALUES ('s', 'p', 'm', 'f', 'http://localhost/cb', 0, 0, '{}')`);
      migrate(fresh);
      expect(fresh.prepare("SELECT owner FROM sealing").pluck().all()).toEqual(expected);
      fresh.close();
    }
  });
});
