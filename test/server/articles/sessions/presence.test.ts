import { beforeEach, expect, it } from "vitest";
import type { People } from "../../../../server/contracts/editor-api.ts";
import type { PresenceBody } from "../../../../server/contracts/editor-bodies.ts";
import { testClock } from "../../../support/appliance.ts";
import { listenToConsole } from "../../../support/deliveries.ts";
import type { EventReader } from "../../../support/event-reader.ts";
import { eventually } from "../../../support/eventually.ts";
import { type Article, startNewsroom } from "../../../support/newsroom.ts";

const SECOND = 1_000;

const clock = testClock();
const { appliance, article } = await startNewsroom({ clock });
let articles = 0;
let mine: Article;

beforeEach(async () => {
  mine = await article(`m-${++articles}`);
});
const say = async (clientId: string, mode: PresenceBody["mode"] = "editing", author = clientId): Promise<string[]> => {
  const response = await mine.editor("PUT", `/presence/${clientId}`, { author, mode });
  expect(response.status).toBe(200);
  return modes((await response.json()) as People);
};
const people = async () => (await mine.load()).people;
const modes = ({ people }: People) => people.map(({ client_id, mode }) => `${client_id} ${mode}`);

const published = (reader: EventReader) =>
  reader.events.filter(({ event }) => event === "presence").map(({ data }) => modes(data as People));

it("lists people in order of arrival, with mode and a unique color", async () => {
  const start = clock.now();
  await say("anna", "editing", "Anna");
  clock.advance(10 * SECOND);
  await say("boris", "editing", "");
  await say("anna", "reading", "Anna K.");
  const at = (ms: number) => expect.stringContaining(new Date(start + ms).toISOString().slice(0, 19));
  expect(await people()).toEqual([
    { client_id: "anna", author: "Anna K.", mode: "reading", color: 0, since: at(0) },
    { client_id: "boris", author: "", mode: "editing", color: 1, since: at(10 * SECOND) },
  ]);
  expect((await mine.editor("DELETE", "/presence/anna")).status).toBe(204);
  await say("clara");
  expect((await people()).map(({ color }) => color)).toEqual([1, 0]);
});

it("removes a tab after 45 s without a heartbeat, and notifies the other tabs", async () => {
  const reader = await mine.listen();
  await say("anna");
  await say("boris");
  clock.advance(30 * SECOND);
  await say("boris");
  clock.advance(14.999 * SECOND);
  expect(modes({ people: await people() })).toEqual(["anna editing", "boris editing"]);
  clock.advance(1);
  await reader.until((events) => published(events).length === 3);
  expect(published(reader)).toEqual([["anna editing"], ["anna editing", "boris editing"], ["boris editing"]]);
  expect(modes({ people: await people() })).toEqual(["boris editing"]);
  clock.advance(60 * SECOND);
  await reader.until((events) => published(events).length === 4);
  expect(published(reader).at(-1)).toEqual([]);
});

it("removes a tab 5 s after its connection ended, unless it sends another heartbeat", async () => {
  const listen = (clientId: string) => mine.listen(undefined, `?client_id=${clientId}`);
  const own = [await listen("anna"), await listen("boris")];
  await say("anna");
  await say("boris", "reading");
  for (const each of own) each.breakOff();
  const from = clock.now();
  await eventually(async () => {
    clock.advance(SECOND);
    expect(await say("boris", "reading")).toEqual(["boris reading"]);
  });
  expect(clock.now() - from).toBeLessThan(40 * SECOND);
  expect(await say("boris")).toEqual(["boris editing"]);
});

it("notifies only the tabs of the article, and only of changes", async () => {
  const other = await article("other");
  const elsewhere = await other.listen();
  const admin = await listenToConsole(appliance);
  const reader = await mine.listen();
  await say("anna");
  for (let beat = 0; beat < 5; beat++) {
    clock.advance(15 * SECOND);
    await say("anna");
  }
  await mine.editor("DELETE", "/presence/unknown");
  await mine.editor("DELETE", "/presence/anna");
  await reader.until((events) => published(events).length === 2);
  expect(published(reader)).toEqual([["anna editing"], []]);
  await other.editor("PUT", "/presence/x", { author: "", mode: "editing" });
  await elsewhere.until((events) => published(events).length > 0);
  expect(published(elsewhere)).toEqual([["x editing"]]);
  await appliance.createProject();
  await article("third");
  await admin.until(({ events }) => events.some(({ event }) => event === "session"));
  expect(published(admin)).toEqual([]);
});

it("does not change the last access to the article", async () => {
  const lastAccess = async () =>
    (await appliance.console<{ last_access: string }>("GET", `/sessions/${mine.session.session_id}`)).last_access;
  const before = await lastAccess();
  clock.advance(3_600 * SECOND);
  await say("anna");
  expect(await lastAccess()).toBe(before);
});

it("rejects invalid bodies and client ids", async () => {
  const put = async (clientId: string, body: unknown) =>
    (await mine.editor("PUT", `/presence/${clientId}`, body)).status;
  expect(await put("anna", { author: "x".repeat(321), mode: "editing" })).toBe(422);
  expect(await put("anna", { author: "x".repeat(320), mode: "editing" })).toBe(200);
  expect(await put("anna", { author: "", mode: "own" })).toBe(422);
  expect(await put("anna", undefined)).toBe(422);
  expect(await put("a%20b", { author: "", mode: "editing" })).toBe(422);
  expect(await put("x".repeat(65), { author: "", mode: "editing" })).toBe(422);
});

it("accepts at most 20 tabs, and another one once a tab has left", async () => {
  for (let tab = 0; tab < 20; tab++) await say(`tab-${tab}`);
  const refused = await mine.editor("PUT", "/presence/late", { author: "", mode: "editing" });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "articles.too_many_tabs" }]);
  expect(await say("tab-7")).toContain("tab-7 editing");
  await mine.editor("DELETE", "/presence/tab-0");
  expect(await say("late")).toContain("late editing");
});
