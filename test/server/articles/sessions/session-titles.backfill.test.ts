import path from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { spawnAppliance } from "../../../support/appliance.ts";
import { rebuildInSchema } from "../../../support/data-folder.ts";
import { eventually } from "../../../support/eventually.ts";
import { changeIn, startNewsroom } from "../../../support/newsroom.ts";
import { articleOf, stateOf } from "../../../support/site.ts";

/** Enough for several steps. */
const SESSIONS = 3_000;

it("backfills the titles of an old data folder in steps, and resumes after a crash", async () => {
  const room = await startNewsroom();
  const { appliance: first, project: keys, site } = room;
  const titled = await room.open("4001", { metadata: { title: "Пожар в порту", user_email: "Ida@example.org" } });
  const { session: headed, save } = await room.article("4002");
  const heading = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Harbour bridge" }] };
  await save(stateOf(heading, ...articleOf("Words.").doc.content));
  const { session: plain, save: savePlain } = await room.article("4003");
  await savePlain("The ferry sails again.");
  await site.received(2);
  await first.close();
  const tables = ["projects", "sessions", "settings", "versions", "session_states"];
  rebuildInSchema(first.dataDir, 12, tables, (old) => {
    const insert = old.prepare(
      `INSERT INTO sessions (id, project_id, material_id, fingerprint, callback_url, last_access, created_at, metadata)
       VALUES (?, ?, ?, ?, 'http://127.0.0.1:9/cb', 1, 1, ?)`,
    );
    old.transaction(() => {
      for (let number = 1; number <= SESSIONS; number++)
        insert.run(`s${number}`, keys.id, `old ${number}`, `f${number}`, `{"title":"Article no. ${number}"}`);
    })();
  });

  const database = new Sqlite(path.join(first.dataDir, "galley.db"), { readonly: true });
  const filled = () => {
    try {
      return database.prepare<[], number>("SELECT count(*) FROM session_titles").pluck().get() ?? 0;
    } catch {
      // The table does not exist before the migration.
      return 0;
    }
  };
  const ask = (sql: string, ...values: string[]) =>
    database
      .prepare<string[]>(sql)
      .pluck()
      .get(...values);
  const place = () => ask("SELECT place FROM keeping_places WHERE task = 'session titles'");
  const titleOf = (id: string) => ask("SELECT title FROM session_titles WHERE session_id = ?", id);

  const killed = await spawnAppliance({ dataDir: first.dataDir });
  await eventually(() => expect(filled()).toBeGreaterThan(100));
  await killed.kill();
  const part = filled();
  expect(part).toBeLessThan(SESSIONS);
  // Each step commits its rows and its place together.
  const last = "SELECT max(rowid) FROM sessions WHERE id IN (SELECT session_id FROM session_titles)";
  expect(ask(last)).toBe(place());

  // The second start must not read the first sessions again.
  changeIn(first.dataDir, "UPDATE session_titles SET title = 'read already' WHERE session_id = 's1'");
  const again = await spawnAppliance({ dataDir: first.dataDir });
  await eventually(() => expect(place()).toBe(-1));
  expect(filled()).toBe(SESSIONS + 3);
  expect(titleOf("s1")).toBe("read already");
  expect(titleOf("s2")).toBe("Article no. 2");
  expect(titleOf(`s${SESSIONS}`)).toBe(`Article no. ${SESSIONS}`);
  expect(titleOf(titled.session_id)).toBe("Пожар в порту");
  expect(titleOf(headed.session_id)).toBe("Harbour bridge");
  expect(titleOf(plain.session_id)).toBe("The ferry sails again.");
  await again.close();
  database.close();
});
