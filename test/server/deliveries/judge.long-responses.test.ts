/** Limits on stored and displayed responses. Huge rows of early versions: test/nightly/heavy. */
import { expect, it } from "vitest";
import type { Page } from "../../../server/contracts/console-api.ts";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";

const MB = 1024 * 1024;
const { appliance, site, article } = await startNewsroom();

/** Saves two versions with the same response, and checks the size of every list. */
async function saveTwice(materialId: string, answer: typeof site.answer) {
  site.answer = answer;
  const { session, deliver, load } = await article(materialId);
  await deliver();
  const row = await deliver();
  const loaded = await load();
  const lists = [loaded, ...(await Promise.all(readLists(session.session_id)))];
  for (const list of lists) expect(JSON.stringify(list).length).toBeLessThan(30_000);
  const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${row.id}`);
  expect(JSON.stringify(detail).length).toBeLessThan(100_000);
  return { versions: loaded.versions, detail };
}
const readLists = (session: string) =>
  [`/deliveries?session=${session}`, `/sessions/${session}`, `/sessions`].map((where) =>
    appliance.console<Page<unknown>>("GET", where),
  );

it("keeps the beginning of a long rejection, and less of it in lists", async () => {
  const { versions, detail } = await saveTwice("refused", () => ({ rc: 0, rm: `Not today. ${"n".repeat(MB)}` }));
  // The newest version, which the journalist sees, has all 2,000 stored characters.
  expect(versions.map(({ delivery }) => delivery?.site_message?.length)).toEqual([2_000, 301]);
  expect([detail.site_message?.length, detail.attempts[0]?.answer?.body.length]).toEqual([2_000, 64 * 1024]);
});

it("cuts the names of unknown files", async () => {
  const assets = Object.fromEntries([0, 1, 2].map((n) => [`${n}-${"x".repeat(MB)}`, { clientUrl: "" }]));
  const { versions } = await saveTwice("names", () => ({ rc: 1, data: { vms_json: { assets } } }));
  expect(versions[0]?.delivery).toMatchObject({ code: "dummy_client_url" });
  expect(versions[0]?.delivery?.explanation).toContain("0-xxx");
});

it("shows the length of a temporary reference that is too long to show", async () => {
  const assets = { "a.png": { clientUrl: `dummy-${"a".repeat(MB)}` } };
  const { detail } = await saveTwice("reference", () => ({ rc: 1, data: { vms_json: { assets } } }));
  expect(detail.explanation).toContain("a.png: a URL of 1048582 characters");
});

it.each([
  ["values", `{"rc":1,"data":{"k":[${"[[[]]],".repeat(120_000)}0]}}`, /more than 350000 values/],
  ["keys", `{"rc":1,"data":{${Array.from({ length: 40_000 }, (_, n) => `"k${n}":1`)}}}`, /more than 20000 different/],
  ["levels", `{"rc":1,"data":${"[".repeat(301)}${"]".repeat(301)}}`, /more than 300 levels/],
])("does not parse a response with too many %s", async (name, text, sentence) => {
  const send: typeof site.answer = (_, res) => void res.setHeader("content-type", "application/json").end(text);
  expect((await saveTwice(name, send)).detail.explanation).toMatch(sentence);
});
