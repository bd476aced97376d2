/** Concurrent requests to one appliance: they share commits and do not affect each other. */
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { SavedVersion } from "../../../../server/contracts/editor-api.ts";
import { startAppliance, testClock } from "../../../support/appliance.ts";
import { commitsIn } from "../../../support/data-folder.ts";
import { postTogether } from "../../../support/network.ts";
import { inDatabase, startNewsroom, valuesIn } from "../../../support/newsroom.ts";
import { articleOf, signature, startSite } from "../../../support/site.ts";

const clock = testClock();
const { appliance, project, site, open, article } = await startNewsroom({ clock });

const many = <T>(count: number, make: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => make(n)));
const commitCount = () => commitsIn(path.join(appliance.dataDir, "galley.db-wal"));

describe("concurrent requests", () => {
  it("share commits", async () => {
    // Connections first, so that the requests arrive together.
    await many(40, () => fetch(`${appliance.url}/healthz`).then((response) => response.text()));
    const before = commitCount();
    const sessions = await many(40, (n) => open(`article-${n}`));
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(40);
    expect(commitCount() - before).toBeLessThan(20);
  });

  it("create one version for repeated saves, and a conflict for all others", async () => {
    const { editor } = await article("saved");
    const save = (saveId: string) =>
      editor("POST", "/versions", { save_id: saveId, vms_json: articleOf(saveId), base_version: null });
    const responses = await many(12, (n) => save(n % 2 === 0 ? "even" : `odd-${n}`));
    const bodies = await Promise.all(responses.map((response) => response.json() as Promise<SavedVersion>));
    const saved = bodies.filter((_, n) => responses[n]?.status === 201);
    // If the repeated save won, it has six equal responses.
    expect(new Set(saved.map(({ version_id }) => version_id)).size).toBe(1);
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(12 - saved.length);
    expect([1, 6]).toContain(saved.length);
    const { items } = (await (await editor("GET", "/versions")).json()) as { items: unknown[] };
    expect(items).toHaveLength(1);
  });

  it("succeed when another request conflicts", async () => {
    const [first, second] = [(await article("first")).editor, (await article("second")).editor];
    const save = (editor: typeof first, saveId: string, base: number | null) =>
      editor("POST", "/versions", { save_id: saveId, vms_json: articleOf(saveId), base_version: base });
    await save(first, "s1", null);
    const responses = await Promise.all([save(first, "s2", null), save(second, "s1", null), save(first, "s3", 1)]);
    expect(responses.map(({ status }) => status)).toEqual([409, 201, 201]);
  });
});

it("sends a save to the callback URL of an open in the same commit", async () => {
  const elsewhere = await startSite();
  // Keeps the sender's own commits out of the count.
  await appliance.console("PATCH", "/settings", { deliveries_paused: true });
  /** @returns the number of commits */
  const openAndSave = async (material_id: string): Promise<number> => {
    const { session_id, url } = await open(material_id);
    const before = commitCount();
    const callback_url = elsewhere.callbackUrl;
    const opening = {
      path: "/integration/session/open",
      headers: { "X-Service-Signature": signature(project.api_secret, material_id, callback_url) },
      body: { api_key: project.api_key, material_id, callback_url },
    };
    const saving = {
      path: `/editor/api/sessions/${session_id}/versions`,
      headers: { Authorization: `Bearer ${url.split("#t=")[1]}` },
      body: { save_id: "s1", vms_json: articleOf("words"), base_version: null },
    };
    expect(await postTogether(appliance.url, [opening, saving])).toEqual([200, 201]);
    return commitCount() - before;
  };
  // On a busy machine the two may be read in two turns.
  const commits: number[] = [];
  while (!commits.includes(1) && commits.length < 5) commits.push(await openAndSave(`both-${commits.length}`));
  expect(commits).toContain(1);
  const sql =
    "SELECT DISTINCT origin FROM deliveries JOIN sessions s ON s.id = session_id WHERE material_id LIKE 'both-%'";
  const origins = valuesIn(appliance.dataDir, sql);
  expect(origins).toEqual([new URL(elsewhere.callbackUrl).origin]);
  await elsewhere.close();
});

describe("a repeated open", () => {
  it("updates only the last access, at most once a minute, if nothing has changed", async () => {
    const metadata = { section_id: "city", webhook_auth_user: "u", nested: { a: [1] } };
    const first = await open("unchanged", { metadata });
    // Compares rows instead of counting commits, because the request log commits too.
    const session = () =>
      inDatabase(appliance.dataDir, (database) =>
        database.prepare("SELECT * FROM sessions WHERE id = ?").get(first.session_id),
      );
    const before = session();
    for (let again = 0; again < 5; again++) {
      clock.advance(10_000);
      expect((await open("unchanged", { metadata })).session_id).toBe(first.session_id);
      await open("unchanged");
    }
    expect(session()).toEqual(before);
    clock.advance(11_000);
    await open("unchanged", { metadata });
    expect(session()).not.toEqual(before);
  });

  it("commits new metadata, a new callback URL or a new state", async () => {
    await open("changed", { metadata: { section_id: "city" } });
    for (const change of [
      { metadata: { section_id: "sport" } },
      { callback_url: `${site.callbackUrl}/other` },
      { vms_json: articleOf("the site's own") },
    ]) {
      const before = commitCount();
      await open("changed", change);
      expect(commitCount(), JSON.stringify(change)).toBe(before + 1);
    }
  });
});

it("stores every acknowledged session when the appliance stops", async () => {
  const { appliance, open } = await startNewsroom();
  const opening = many(20, (n) => open(`article-${n}`).catch(() => null));
  const first = await open("article");
  const [sessions] = await Promise.all([opening, appliance.close()]);
  const again = await startAppliance({ dataDir: appliance.dataDir });
  const known = new Set((await again.list<{ id: string }>("/sessions")).map(({ id }) => id));
  const responded = [first, ...sessions.filter((session) => session !== null)];
  expect(responded.filter(({ session_id }) => !known.has(session_id))).toEqual([]);
  await again.close();
});
