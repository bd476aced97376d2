import { once } from "node:events";
import net from "node:net";
import { beforeEach, describe, expect, it } from "vitest";
import { testClock } from "../../support/appliance.ts";
import { listenToConsole } from "../../support/deliveries.ts";
import type { EventReader } from "../../support/event-reader.ts";
import { type Article, type Newsroom, newsroomIn, startNewsroom } from "../../support/newsroom.ts";
import { articleOf } from "../../support/site.ts";

const { appliance } = await startNewsroom();
let { article } = {} as Newsroom;
beforeEach(async () => {
  ({ article } = await newsroomIn(appliance));
});

const RESET = [{ id: null, event: "reset", data: {} }];
/** Listens from the event that a load returned. */
const listenAfter = ({ listen }: Article, eventId: string, lastEventId?: string) =>
  listen(lastEventId, `?after=${encodeURIComponent(eventId)}`);
const versionsDelivered = ({ events }: EventReader) =>
  events
    .filter(({ event }) => event === "delivery")
    .map(({ data }) => data as { version_number: number; state: string })
    .flatMap(({ version_number, state }) => (state === "delivered" ? [version_number] : []));
const delivered = (number: number) => (reader: EventReader) => versionsDelivered(reader).includes(number);
const deliveries = (count: number) => (reader: EventReader) => versionsDelivered(reader).length >= count;

describe("a reader that loaded the article before it connects", () => {
  it("receives the events since then", async () => {
    const mine = await article("mine");
    await mine.save();
    const { event_id } = await mine.load();
    const steady = await mine.listen();
    await mine.save();
    await steady.until(delivered(2));
    const late = await listenAfter(mine, event_id);
    await late.until(delivered(2));
    expect(late.events).toEqual(expect.arrayContaining(steady.events));
    expect(late.events.filter(({ event }) => event === "version")).toMatchObject([{ data: { number: 2 } }]);
  });

  it("continues from its last event after a reconnect", async () => {
    const mine = await article("mine");
    const { event_id } = await mine.load();
    const first = await listenAfter(mine, event_id);
    await mine.save();
    await first.until(delivered(1));
    const second = await listenAfter(mine, event_id, first.lastId);
    expect(second.events).toEqual([]);
  });

  it("receives reset for an unknown position", async () => {
    expect((await listenAfter(await article("mine"), "nonsense-1")).events).toEqual(RESET);
  });
});

describe("a reader that reconnects", () => {
  it("receives exactly the missed events of its article, then new ones", async () => {
    const mine = await article("mine");
    const other = await article("other");
    const steady = await mine.listen();
    const first = await mine.listen();
    await mine.save();
    await first.until(delivered(1));
    first.breakOff();
    await other.save();
    await mine.save();
    await steady.until(delivered(2));

    const second = await mine.listen(first.lastId);
    await second.until(delivered(2));
    await mine.save();
    await Promise.all([second.until(delivered(3)), steady.until(delivered(3))]);
    expect([...first.events, ...second.events]).toEqual(steady.events);
    expect(second.lastId).toBe(steady.lastId);
    const versions = steady.events.filter(({ event }) => event === "version").map(({ data }) => data);
    expect(versions).toMatchObject([{ number: 1 }, { number: 2 }, { number: 3 }]);
  });

  it("receives a snippet that another article of the project created meanwhile", async () => {
    const [mine, other] = [await article("mine"), await article("other")];
    const first = await mine.listen();
    await first.until(({ lastId }) => lastId !== "");
    first.breakOff();
    const snippet = { id: "imprint", name: "imprint", author: "Ann", kind: "blocks", doc: articleOf("Kept").doc };
    expect((await other.editor("POST", "/snippets", snippet)).status).toBe(201);
    const second = await mine.listen(first.lastId);
    await second.until(({ events }) => events.length > 0);
    expect(second.events).toMatchObject([{ event: "snippet", data: { id: "imprint", snippet: { name: "imprint" } } }]);
  });

  it("receives the missed events of all articles in the console", async () => {
    const { appliance, article } = await startNewsroom();
    const [a, b] = [await article("a"), await article("b")];
    const steady = await listenToConsole(appliance);
    const first = await listenToConsole(appliance);
    await a.save();
    await first.until(deliveries(1));
    first.breakOff();
    await a.save();
    await b.save();
    await steady.until(deliveries(3));
    const second = await listenToConsole(appliance, first.lastId);
    await second.until(deliveries(2));
    expect([...first.events, ...second.events]).toEqual(steady.events);
  });

  it.each(["", "nonsense", "nonsense-1", "-1"])("receives reset for the id %j", async (id) => {
    const reader = await listenToConsole(appliance, id);
    expect(reader.events).toEqual(RESET);
    expect(reader.lastId).toMatch(/-\d+$/);
  });

  it("receives nothing without new events, and reset after a restart", async () => {
    const { appliance } = await startNewsroom();
    const first = await listenToConsole(appliance);
    expect(first.events).toEqual([]);
    const second = await listenToConsole(appliance, first.lastId);
    expect([second.events, second.lastId]).toEqual([[], first.lastId]);
    await appliance.close();
    const { appliance: again } = await startNewsroom({ dataDir: appliance.dataDir });
    expect((await listenToConsole(again, first.lastId)).events).toEqual(RESET);
  });
});

it("ends all streams when it closes, without waiting for readers or unused connections", async () => {
  // The clock does not advance, so a grace period would never end.
  const room = await startNewsroom({ clock: testClock() });
  const readers = [await (await room.article("mine")).listen(), await listenToConsole(room.appliance)];
  // Browsers open connections in advance.
  const silent = net.connect(Number(new URL(room.appliance.url).port), "127.0.0.1");
  await once(silent, "connect");
  await room.appliance.close();
  expect(await Promise.all(readers.map(({ ended }) => ended))).toHaveLength(2);
});

it("sends a heartbeat every twenty seconds, so that proxies keep the stream open", async () => {
  const clock = testClock();
  const room = await startNewsroom({ clock });
  const readers = [await listenToConsole(room.appliance), await (await room.article("m")).listen()];
  for (let beats = 1; beats <= 3; beats++) {
    clock.advance(19_999);
    expect(readers.map(({ comments }) => comments.length)).toEqual(readers.map(() => beats - 1));
    clock.advance(1);
    await Promise.all(readers.map((reader) => reader.until(({ comments }) => comments.length === beats)));
  }
  // A heartbeat has no id and does not change the position. The event of the open may arrive late.
  const kinds = new Set(readers.flatMap(({ events }) => events.map(({ event }) => event)));
  expect([...kinds].filter((kind) => kind !== "session" && kind !== "requests")).toEqual([]);
});
