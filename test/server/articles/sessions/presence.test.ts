import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { People, PresenceBody } from "../../../../server/contracts/editor-api.ts";
import { type TestClock, testClock } from "../../../support/appliance.ts";
import type { EventReader } from "../../../support/event-reader.ts";
import { type Article, listenToConsole, type Newsroom, startNewsroom } from "../../../support/newsroom.ts";

const SECOND = 1_000;

let { appliance, article } = {} as Newsroom;
let clock: TestClock;
let mine: Article;
let readers: EventReader[];

beforeEach(async () => {
  clock = testClock();
  readers = [];
  ({ appliance, article } = await startNewsroom({ clock }));
  mine = await article("m");
});
afterEach(async () => {
  for (const reader of readers) reader.breakOff();
});

const say = async (clientId: string, wants: PresenceBody["wants"], author = clientId): Promise<string[]> => {
  const answer = await mine.editor("PUT", `/presence/${clientId}`, { author, wants });
  expect(answer.status).toBe(200);
  return modes((await answer.json()) as People);
};
const people = async () => (await mine.load()).people;
const modes = ({ people }: People) => people.map(({ client_id, mode }) => `${client_id} ${mode}`);

async function listen(of = mine, query = ""): Promise<EventReader> {
  const reader = await of.listen(undefined, query);
  readers.push(reader);
  return reader;
}
const told = (reader: EventReader) =>
  reader.events.filter(({ event }) => event === "presence").map(({ data }) => modes(data as People));

describe("turns", () => {
  it("lets the first tab edit and the next one read, until it takes over", async () => {
    expect(await say("anna", "edit")).toEqual(["anna editing"]);
    expect(await say("boris", "edit")).toEqual(["anna editing", "boris reading"]);
    expect(await say("anna", "edit")).toEqual(["anna editing", "boris reading"]);
    expect(await say("boris", "take_over")).toEqual(["anna reading", "boris editing"]);
    expect(await say("anna", "edit")).toEqual(["anna reading", "boris editing"]);
  });

  it("makes nobody the editor when the editor goes; whoever then wants to edit, does", async () => {
    await say("anna", "edit");
    await say("boris", "edit");
    expect((await mine.editor("DELETE", "/presence/anna")).status).toBe(204);
    expect(modes({ people: await people() })).toEqual(["boris reading"]);
    expect(await say("boris", "read")).toEqual(["boris reading"]);
    expect(await say("boris", "edit")).toEqual(["boris editing"]);
  });

  it("says since when each is what it is, by which name", async () => {
    const start = clock.now();
    await say("anna", "edit", "Anna");
    clock.advance(10 * SECOND);
    await say("boris", "edit", "");
    await say("anna", "edit", "Anna K.");
    clock.advance(10 * SECOND);
    await say("boris", "take_over", "boris@example.org");
    const at = (ms: number) => expect.stringContaining(new Date(start + ms).toISOString().slice(0, 19));
    expect(await people()).toEqual([
      { client_id: "anna", author: "Anna K.", mode: "reading", since: at(20 * SECOND) },
      { client_id: "boris", author: "boris@example.org", mode: "editing", since: at(20 * SECOND) },
    ]);
  });

  it("is one article's alone", async () => {
    await say("anna", "edit");
    const other = await article("other");
    const answer = await other.editor("PUT", "/presence/boris", { author: "", wants: "edit" });
    expect(modes((await answer.json()) as People)).toEqual(["boris editing"]);
  });
});

it("forgets a tab that was silent for 45 s, and tells the others", async () => {
  const reader = await listen();
  await say("anna", "edit");
  await say("boris", "edit");
  clock.advance(30 * SECOND);
  await say("boris", "edit");
  clock.advance(14.999 * SECOND);
  expect(modes({ people: await people() })).toEqual(["anna editing", "boris reading"]);
  clock.advance(1);
  await reader.until((heard) => told(heard).length === 3);
  expect(told(reader)).toEqual([["anna editing"], ["anna editing", "boris reading"], ["boris reading"]]);
  expect(modes({ people: await people() })).toEqual(["boris reading"]);
  clock.advance(60 * SECOND);
  await reader.until((heard) => told(heard).length === 4);
  expect(told(reader).at(-1)).toEqual([]);
});

it("forgets a tab 5 s after its connection ended, unless it says again that it is there", async () => {
  const own = [await listen(mine, "?client_id=anna"), await listen(mine, "?client_id=boris")];
  await say("anna", "edit");
  await say("boris", "read");
  for (const each of own) each.breakOff();
  const from = clock.now();
  await expect
    .poll(
      async () => {
        clock.advance(SECOND);
        return say("boris", "read");
      },
      { timeout: 10_000 },
    )
    .toEqual(["boris reading"]);
  expect(clock.now() - from).toBeLessThan(40 * SECOND);
  expect(await say("boris", "edit")).toEqual(["boris editing"]);
});

it("tells only what changed, and never the tabs of another article or the console", async () => {
  const other = await article("other");
  const elsewhere = await listen(other);
  const admin = await listenToConsole(appliance);
  readers.push(admin);
  const reader = await listen();
  await say("anna", "edit");
  for (let beat = 0; beat < 5; beat++) {
    clock.advance(15 * SECOND);
    await say("anna", "edit");
  }
  await mine.editor("DELETE", "/presence/nobody");
  await mine.editor("DELETE", "/presence/anna");
  await reader.until((heard) => told(heard).length === 2);
  expect(told(reader)).toEqual([["anna editing"], []]);
  await other.editor("PUT", "/presence/x", { author: "", wants: "edit" });
  await elsewhere.until((heard) => told(heard).length > 0);
  expect(told(elsewhere)).toEqual([["x editing"]]);
  await appliance.createProject();
  await article("third");
  await admin.until((heard) => heard.events.some(({ event }) => event === "session"));
  expect(told(admin)).toEqual([]);
});

it("is no access to the article, and writes nothing", async () => {
  const lastAccess = async () =>
    (await appliance.console<{ last_access: string }>("GET", `/sessions/${mine.session.session_id}`)).last_access;
  const before = await lastAccess();
  clock.advance(3_600 * SECOND);
  await say("anna", "edit");
  expect(await lastAccess()).toBe(before);
});

describe("limits", () => {
  it("names what is wrong with a body or a tab", async () => {
    const put = async (clientId: string, body: unknown) =>
      (await mine.editor("PUT", `/presence/${clientId}`, body)).status;
    expect(await put("anna", { author: "x".repeat(321), wants: "edit" })).toBe(422);
    expect(await put("anna", { author: "x".repeat(320), wants: "edit" })).toBe(200);
    expect(await put("anna", { author: "", wants: "own" })).toBe(422);
    expect(await put("anna", undefined)).toBe(422);
    expect(await put("a%20b", { author: "", wants: "edit" })).toBe(422);
    expect(await put("x".repeat(65), { author: "", wants: "edit" })).toBe(422);
  });

  it("counts no more than 50 tabs, and has room again once one is gone", async () => {
    for (let tab = 0; tab < 50; tab++) await say(`tab-${tab}`, "read");
    const refused = await mine.editor("PUT", "/presence/late", { author: "", wants: "take_over" });
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: "articles.too_many_tabs" }]);
    expect(await say("tab-7", "edit")).toContain("tab-7 editing");
    await mine.editor("DELETE", "/presence/tab-0");
    expect(await say("late", "take_over")).toContain("late editing");
  });

  it("lets in only who holds the article's login", async () => {
    const base = `${appliance.url}/editor/api/sessions/${mine.session.session_id}/presence/anna`;
    const body = JSON.stringify({ author: "", wants: "edit" });
    expect((await fetch(base, { method: "PUT", body })).status).toBe(401);
    expect((await fetch(base, { method: "DELETE" })).status).toBe(401);
  });
});
