import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import express, { type Response } from "express";
import { afterEach, beforeEach, expect, it } from "vitest";
import { systemClock, systemRandom } from "../../../server/core/runtime.ts";
import { createEventStream, type EventStream } from "../../../server/http/event-stream.ts";
import { readEvents } from "../../support/event-reader.ts";
import { served } from "../../support/newsroom.ts";

/** The limit of a reader's buffer, plus one event. */
const MAX_WAITING = 256 * 1024 + 100_000;
const KEPT_EVENTS = 500;

let stream: EventStream;
let fractions: number[];
let url: string;
let responses: Response[];

beforeEach(async () => {
  fractions = [];
  stream = createEventStream({
    clock: systemClock,
    random: { ...systemRandom, token: () => "epoch", fraction: () => fractions.shift() ?? 0 },
  });
  responses = [];
  const app = express();
  app.get("/", (req, res) => {
    responses.push(res);
    stream.connect("topic", req, res);
  });
  url = `${await served(http.createServer(app))}/`;
});
afterEach(() => stream.close());

const read = (lastEventId?: string) => readEvents(url, {}, lastEventId);

/** A separate connection with an unread response. */
function connected(): net.Socket {
  const socket = net.connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  return socket;
}

it("disconnects a slow reader, keeps the others, and repeats missed events on a reconnect", async () => {
  const slow = connected();
  await once(slow, "data");
  slow.pause();
  const quick = await read();
  const [slowResponse] = responses;
  const dropped = once(slowResponse as Response, "close");

  let sent = 0;
  let mostWaiting = 0;
  let gone = false;
  void dropped.then(() => (gone = true));
  while (!gone) {
    stream.send("topic", "news", () => ({ number: ++sent, text: "x".repeat(90_000) }));
    await quick.until(({ events }) => events.length === sent);
    mostWaiting = Math.max(mostWaiting, slowResponse?.writableLength ?? 0);
  }
  expect(mostWaiting).toBeLessThan(MAX_WAITING);
  const numbers = quick.events.map(({ data }) => (data as { number: number }).number);
  expect(numbers).toEqual(Array.from({ length: sent }, (_, index) => index + 1));
  slow.destroy();

  const back = await read(`epoch-${sent - 1}`);
  await back.until(({ events }) => events.length === 1);
  expect(back.events).toMatchObject([{ id: `epoch-${sent}`, data: { number: sent } }]);
});

it("sends reset to a reader that missed more than is kept or may be buffered", async () => {
  const reset = [{ id: null, event: "reset", data: {} }];
  for (let number = 1; number <= KEPT_EVENTS + 1; number++) stream.send("topic", "news", () => ({ number }));
  const all = await read("epoch-1");
  expect(all.events).toHaveLength(KEPT_EVENTS);
  expect((await read("epoch-0")).events).toEqual(reset);

  for (let number = 1; number <= 4; number++) stream.send("topic", "news", () => ({ text: "x".repeat(90_000) }));
  expect((await read(`epoch-${KEPT_EVENTS + 1}`)).events).toEqual(reset);
});

it("writes nothing to a reader whose stream was ended, before its connection closes", async () => {
  const reader = await read();
  const errors: unknown[] = [];
  responses[0]?.on("error", (error) => errors.push(error));
  stream.end(() => true);
  stream.reset(() => true);
  await reader.ended;
  expect(errors).toEqual([]);
});

it("batches simultaneous events and sends each once", async () => {
  const reader = await read();
  stream.send("topic", "news", () => 1);
  stream.send("other topic", "news", () => 2);
  stream.send("topic", "news", () => 3);
  const late = read(reader.lastId);
  await reader.until(({ events }) => events.length === 2);
  expect(reader.events.map(({ data }) => data)).toEqual([1, 3]);
  expect((await late).events.map(({ data }) => data)).toEqual([1, 3]);
});

it("creates an event's data only for a reader, or for one that reconnects", async () => {
  let made = 0;
  const news = (text: string) => () => {
    made += 1;
    return text;
  };
  stream.send("topic", "news", news("before"));
  expect(made).toBe(0);
  const reader = await read("epoch-0");
  await reader.until(({ events }) => events.length === 1);
  expect(made).toBe(1);
  stream.send("topic", "news", news("while read"));
  stream.send("other topic", "news", news("without a reader"));
  await reader.until(({ events }) => events.length === 2);
  expect(reader.events.map(({ data }) => data)).toEqual(["before", "while read"]);
  const back = await read("epoch-0");
  await back.until(({ events }) => events.length === 2);
  expect(made).toBe(2);
});

it("creates the data of an event for several topics only once", async () => {
  const readers = [await read(), await read()];
  let made = 0;
  stream.sendToMany(
    (topic) => topic !== "other topic",
    "news",
    () => ++made,
  );
  readers.push(await read("epoch-0"));
  for (const reader of readers) {
    await reader.until(({ events }) => events.length === 1);
    expect(reader.events).toMatchObject([{ id: "epoch-1", data: 1 }]);
  }
});

it("sends reset if the data of a missed event no longer exists", async () => {
  stream.send("topic", "news", () => {
    throw new Error("There is no such delivery.");
  });
  const back = await read("epoch-0");
  expect(back.events).toEqual([{ id: null, event: "reset", data: {} }]);
});

it("sends each reader a different reconnect delay", async () => {
  fractions = [0, 0.5, 0.999];
  const delays: string[] = [];
  for (let reader = 0; reader < 3; reader++) {
    const socket = connected();
    let text = "";
    while (!text.includes("retry: ")) text += String((await once(socket, "data"))[0]);
    delays.push(/retry: (\d+)\n/.exec(text)?.[1] ?? "");
    socket.destroy();
  }
  expect(delays).toEqual(["1000", "2500", "3997"]);
});
