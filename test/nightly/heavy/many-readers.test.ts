import { expect, it } from "vitest";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import { memoryOf } from "../../bench/proc.ts";
import { spawnAppliance } from "../../support/appliance.ts";
import { type Readers, startReaders } from "../../support/readers.ts";
import { articleOf, editorOf, openSession, startSite } from "../../support/site.ts";

const READERS = 200;
const SAVES = 50;
const MOST_MB = 20;

it("holds 200 readers in 20 MB, and a save takes no longer for them", { timeout: 60_000 }, async ({ skip }) => {
  skip(process.platform !== "linux", "memory is read from /proc");
  const site = await startSite();
  const appliance = await spawnAppliance();
  const project = await appliance.createProject();
  const session = await openSession(appliance.url, project, { material_id: "m", callback_url: site.callbackUrl });
  const call = editorOf(session);
  const [page = "", token = ""] = session.url.split("#t=");
  const editorEvents = {
    url: `${new URL(page).origin}/editor/api/sessions/${session.session_id}/events`,
    authorization: `Bearer ${token}`,
  };
  const consoleEvents = {
    url: `${appliance.consoleUrl}/api/events`,
    authorization: `Bearer ${appliance.consoleToken}`,
  };
  let base: number | null = null;
  /** The time of one of the quicker saves, ms: the slower ones tell of the machine. Each waits for the events of the last. */
  const saving = async (readers: Readers): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < SAVES; round++) {
      const body = { save_id: `s${base}`, vms_json: articleOf("Words ".repeat(200)), base_version: base };
      const started = performance.now();
      const response = await call("POST", "/versions", body);
      times.push(performance.now() - started);
      const saved = (await response.json()) as SavedVersion;
      base = saved.number;
      await site.received(base);
      await readers.haveSeen('"state":"delivered"', saved.delivery_id);
    }
    return times.sort((a, b) => a - b)[SAVES / 10] ?? 0;
  };
  const memory = () => memoryOf(appliance.child.pid ?? 0)?.rss ?? 0;

  const few = await startReaders([editorEvents, consoleEvents]);
  await saving(few);
  await saving(few);
  const withFew = await saving(few);
  await few.close();
  const before = memory();
  const many = await startReaders(
    Array.from({ length: READERS }, (_, index) => (index % 2 === 0 ? consoleEvents : editorEvents)),
  );
  const connected = memory();
  const withMany = await saving(many);
  const served = memory();
  await many.close();
  const fewAgain = await startReaders([editorEvents, consoleEvents]);
  const again = await saving(fewAgain);
  await fewAgain.close();
  await appliance.close();
  await site.close();

  const mb = (figure: number) => `${figure.toFixed(1)} MB`;
  const ms = (figure: number) => `${figure.toFixed(1)} ms`;
  process.stdout.write(
    `${READERS} readers: ${mb(connected - before)} connected, ${mb(served - before)} after ${SAVES} saves; ` +
      `a save ${ms(withMany)}, with two readers ${ms(withFew)} before and ${ms(again)} after\n`,
  );
  expect(connected - before).toBeLessThan(MOST_MB);
  // The saves themselves take some; nothing gathers for the readers.
  expect(served - before).toBeLessThan(2 * MOST_MB);
  // Generous, because a busy machine measures this too.
  expect(withMany).toBeLessThan(2 * Math.max(withFew, again) + 5);
});
