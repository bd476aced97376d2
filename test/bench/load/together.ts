/**
 * Collaboration: articles with two people each, who type at a steady rate; like the editor, each tab collects letters for
 * 50 ms. A letter's latency is from its key press until the other tab has it. The floor is a minimal relay.
 */
import { setTimeout as after } from "node:timers/promises";
import type { RoomView, StepsView } from "../../../server/contracts/collaboration-api.ts";
import { type EventReader, readEvents } from "../../support/event-reader.ts";
import { cpuOf } from "../../support/proc.ts";
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { busyDuring, type Connection, connect, paragraphs, requestBytes, until } from "./requests.ts";

export const ARTICLES = 200;
const GATHER_MS = 50;
const WORDS = 3_000;
/** No process listens on this port. */
const CALLBACK_URL = "http://127.0.0.1:9/galley/callback";

interface Together {
  /** The appliance or the relay. */
  url: string;
  /** Null for a relay. */
  keys: Keys | null;
  /** Process of the appliance or the relay. */
  pid: number;
  prefix: string;
  /** Per person. */
  lettersPerSecond: number;
  warmUpSeconds: number;
  seconds: number;
}

interface Tab {
  api: string;
  headers: Record<string, string>;
  connection: Connection;
  room: RoomView;
  key: string;
  n: number;
  counter: number;
  /** `performance.now()` of each letter typed in this tab. */
  typedAt: number[];
}

type Place = Pick<Tab, "api" | "headers">;

/** @returns latencies in ms; cpu: CPU ms of the measured process; busy: share of the time that this process was busy */
export async function together(command: Together) {
  const { lettersPerSecond, warmUpSeconds, seconds } = command;
  const latencies: number[] = [];
  let measuring = false;
  let rejected = 0;
  const streams: EventReader[] = [];
  const openPair = async (_: unknown, index: number): Promise<Tab[]> => {
    const place = await openPlace(command, index);
    const [anna, boris] = [await openTab(place, "anna"), await openTab(place, "boris")];
    const read = async (own: Tab, other: Tab) => {
      const stream = await readEvents(`${own.api}/events`, own.headers);
      stream.onEvent = ({ event, data }) => {
        if (event !== "steps") return;
        const now = performance.now();
        for (const batch of (data as StepsView).batches) {
          if (batch.after === own.n) own.n = batch.n;
          if (batch.writer !== other.room.writer || !measuring) continue;
          for (let letter = batch.counter - (batch.n - batch.after); letter < batch.counter; letter++)
            latencies.push(now - (other.typedAt[letter] ?? now));
        }
      };
      streams.push(stream);
    };
    await read(anna, boris);
    await read(boris, anna);
    return [anna, boris];
  };
  const tabs = (await Promise.all(Array.from({ length: ARTICLES }, openPair))).flat();
  const started = performance.now();
  const end = started + (warmUpSeconds + seconds) * 1000;
  const type = async (tab: Tab, index: number) => {
    const pause = 1000 / lettersPerSecond;
    for (let due = started + (index / tabs.length) * pause; due < end; due += pause) {
      await until(due);
      tab.typedAt.push(due);
    }
  };
  const send = async (tab: Tab) => {
    while (performance.now() < end || tab.counter < tab.typedAt.length) {
      await after(GATHER_MS);
      const letters = tab.typedAt.length - tab.counter;
      if (letters === 0) continue;
      const step = { stepType: "replace", from: 1, to: 1, slice: { content: [{ type: "text", text: "x" }] } };
      const { n, counter, key: writer_key, room } = tab;
      const body = { epoch: room.epoch, n, writer_key, counter, steps: Array(letters).fill(step) };
      const request = requestBytes("POST", `${tab.api}/steps`, tab.headers, body);
      const response = await tab.connection.send(request, { keepBody: true });
      if (response.status !== 200) {
        rejected += 1;
        continue;
      }
      for (const batch of (JSON.parse(String(response.body)) as StepsView).batches) {
        if (batch.n > tab.n) tab.n = batch.n;
        if (batch.writer === room.writer) tab.counter = batch.counter;
      }
    }
  };
  const cpuBefore = cpuOf(command.pid) ?? Number.NaN;
  const warmedUp = after(warmUpSeconds * 1000).then(() => {
    measuring = true;
  });
  const { busy } = await busyDuring(() => Promise.all([warmedUp, ...tabs.map(type), ...tabs.map(send)]));
  const cpu = (cpuOf(command.pid) ?? Number.NaN) - cpuBefore;
  for (const stream of streams) stream.breakOff();
  for (const { connection } of tabs) connection.close();
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share)) as [number, number, number];
  const letters = tabs.reduce((sum, { typedAt }) => sum + typedAt.length, 0);
  return { letters, p50, p95, p99, rejected, cpu, busy };
}

async function openPlace({ url, keys, prefix }: Together, index: number): Promise<Place> {
  if (keys === null) return { api: `${url}/${index}`, headers: {} };
  const vms_json = articleOf(...paragraphs(WORDS));
  const body = { material_id: `${prefix}-${index}`, callback_url: CALLBACK_URL, vms_json };
  return editorAccess(await openSession(url, keys, body));
}

async function openTab({ api, headers }: Place, name: string): Promise<Tab> {
  const key = `${name}-0123456789abcdef`;
  const ask = (method: string, path: string, body: unknown) =>
    fetch(api + path, { method, headers, body: JSON.stringify(body) });
  await ask("PUT", `/presence/${name}`, { author: name, mode: "editing" });
  // A room needs two people.
  await ask("PUT", "/presence/witness", { author: "", mode: "reading" });
  const room = (await (await ask("POST", "/room", { client_id: name, writer_key: key })).json()) as RoomView;
  return { api, headers, connection: await connect(api), room, key, n: room.n, counter: 0, typedAt: [] };
}
