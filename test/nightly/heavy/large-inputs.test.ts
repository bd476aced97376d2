/** Site responses and pastes of maximum size, and data folders in which early versions stored such responses. */
import { expect, it } from "vitest";
import { htmlOfMarkdown } from "../../../renderer/editor/article/paste/markdown.ts";
import { isMarkdown } from "../../../renderer/editor/article/paste/paste-offers.ts";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail, DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import type { Database } from "../../../server/storage/database.ts";
import { type RunningAppliance, spawnAppliance } from "../../support/appliance.ts";
import { rebuildInSchema } from "../../support/data-folder.ts";
import { slowestPingDuring } from "../../support/network.ts";
import { articleOfKeys, inDatabase, startNewsroom } from "../../support/newsroom.ts";
import { cpuSecondsOf } from "../../support/proc.ts";

const MB = 1024 * 1024;
/** With this heap, earlier versions ran out of memory. */
const env = { NODE_OPTIONS: "--max-old-space-size=512" };

it.each([
  ["values", `{"rc":1,"data":{"k":[${"[[[]]],".repeat((18 * MB) / 8)}0]}}`, /more than 350000 values/],
  ["keys", `{"rc":1,"data":{${Array.from({ length: MB }, (_, n) => `"k${n}":1`)}}}`, /more than 20000 different keys/],
  ["levels", `{"rc":1,"data":${"[".repeat(9 * MB)}${"]".repeat(9 * MB)}}`, /more than 300 levels/],
])("delays no other request while it rejects a response with too many %s", async (_name, text, sentence) => {
  const { appliance, article } = await startNewsroom({
    appliance: spawnAppliance({ env }),
    respond: (_callback, res) => void res.setHeader("content-type", "application/json").end(text),
  });
  const slowestMs = await slowestPingDuring(appliance.url, async () => {
    expect(await (await article("m")).deliver()).toMatchObject({ explanation: expect.stringMatching(sentence) });
  });
  // The limit is 0.25 s; the machine may be busy.
  expect(slowestMs).toBeLessThan(1_000);
});

it("opens a folder with huge rows, in the current schema and in the first", { timeout: 120_000 }, async () => {
  const { appliance, article, project, site } = await startNewsroom({
    appliance: spawnAppliance({ env }),
    respond: () => ({ rc: 0, rm: "No." }),
  });
  const { dataDir } = appliance;
  const { deliver } = await article("m");
  for (let version = 1; version <= 4; version++) await deliver();
  const enlargeRows = (database: Database) => {
    const rm = "n".repeat(19 * MB);
    const facts = JSON.stringify({ host: "example.org", rc: 0, rm });
    database.prepare("UPDATE deliveries SET site_message = ?, facts = ?").run(rm, facts);
    database.prepare("UPDATE attempts SET facts = ?").run(facts);
    const names = Array.from({ length: 19 }, (_, index) => `${index}-${"x".repeat(MB)}`);
    database
      .prepare("UPDATE deliveries SET code = 'dummy_client_url', facts = ? WHERE position = 1")
      .run(JSON.stringify({ host: "example.org", assets: names, received: names, rm: null }));
  };
  const expectSmallViews = async (running: RunningAppliance) => {
    const { session, load } = await articleOfKeys(running, project, "m", site.callbackUrl);
    const loaded = await load();
    expect(loaded.versions[0]?.delivery?.explanation).toMatch(/^The site rejected it: nnn/);
    const deliveries = await running.console<Page<DeliveryRow>>("GET", "/deliveries");
    const shown: unknown[] = [loaded, deliveries, await running.console("GET", "/sessions")];
    shown.push(await running.console("GET", `/sessions/${session.session_id}`));
    for (const { id } of deliveries.items)
      shown.push(await running.console<DeliveryDetail>("GET", `/deliveries/${id}`));
    for (const each of shown) expect(JSON.stringify(each).length).toBeLessThan(30_000);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
  };
  inDatabase(dataDir, enlargeRows);
  await expectSmallViews(appliance);
  await appliance.close();
  const tables = ["projects", "sessions", "settings", "versions", "deliveries", "attempts"];
  rebuildInSchema(dataDir, 1, tables, enlargeRows);
  for (let start = 1; start <= 2; start++) {
    const again = await spawnAppliance({ dataDir, env });
    await expectSmallViews(again);
    await again.close();
  }
});

it("converts the slowest Markdown paste of maximum size in 10 s of CPU", async () => {
  const line = `${"_a_".repeat(1_600)}\n\n`;
  const text = `# h\n\n${line.repeat(30)}`.slice(0, 99_000);
  expect(isMarkdown(text)).toBe(true);
  expect(await cpuSecondsOf(() => htmlOfMarkdown(text))).toBeLessThan(10);
});
