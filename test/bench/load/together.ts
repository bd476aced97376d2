/**
 * Collaboration: articles with two people each, who type at a steady rate; like the editor, each tab collects letters for
 * 50 ms. A letter's latency is from its key press until the other tab has it. The floor is a minimal relay.
 */
import { once } from "node:events";
import http from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import type { RoomView, StepsView } from "../../../server/contracts/collaboration-api.ts";
import { cpuOf } from "../../support/proc.ts";
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { type Connection, connect, paragraphs, requestBytes } from "./requests.ts";

const GATHER_MS = 50;
const WORDS = 3_000;

export interface Together {
  /** The appliance or the relay. */
  url: string;
  /** Null for a relay. */
  keys: Keys | null;
  callbackUrl: string;
  /** Process of the appliance or the relay. */
  pid: number;
  prefix: string;
  articles: number;
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
  stop(): void;
}

/** @returns latencies in ms; cpu: CPU ms of the measured process; busy: share of the time that this process was busy */
export async function together(command: Together) {
  const { articles, lettersPerSecond, warmUpSeconds, seconds } = command;
  const latencies: number[] = [];
  let measuring = false;
  let rejected = 0;
  const pairs = await Promise.all(
    Array.from({ length: articles }, async (_, index) => {
      const place = await openPlace(command, index);
      const both: Tab[] = [];
      for (const name of ["anna", "boris"]) both.push(await openTab(place, name));
      const [anna, boris] = both as [Tab, Tab];
      for (const [own, other] of [
        [anna, boris],
        [boris, anna],
      ] as const)
        own.stop = await listen(own, (view) => {
          const now = performance.now();
          for (const batch of view.batches) {
            if (batch.after === own.n) own.n = batch.n;
            if (batch.writer !== other.room.writer || !measuring) continue;
            const from = batch.counter - (batch.n - batch.after);
            for (let letter = from; letter < batch.counter; letter++)
              latencies.push(now - (other.typedAt[letter] ?? now));
          }
        });
      return both;
    }),
  );
  const tabs = pairs.flat();
  const started = performance.now();
  const end = started + (warmUpSeconds + seconds) * 1000;
  const type = async (tab: Tab, index: number) => {
    const pause = 1000 / lettersPerSecond;
    let due = started + (index / tabs.length) * pause;
    while (due < end) {
      const waitMs = due - performance.now();
      if (waitMs > 0) await after(waitMs);
      tab.typedAt.push(due);
      due += pause;
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
      const request = requestBytes("POST", `${tab.api}/steps`, tab.headers, JSON.stringify(body));
      const answer = await tab.connection.send(request, { keepBody: true });
      if (answer.status !== 200) {
        rejected += 1;
        continue;
      }
      for (const batch of (JSON.parse(String(answer.body)) as StepsView).batches) {
        if (batch.n > tab.n) tab.n = batch.n;
        if (batch.writer === room.writer) tab.counter = batch.counter;
      }
    }
  };
  const before = performance.eventLoopUtilization();
  const cpuBefore = cpuOf(command.pid) ?? Number.NaN;
  const measured = after(warmUpSeconds * 1000).then(() => {
    measuring = true;
  });
  await Promise.all([measured, ...tabs.map(type), ...tabs.map(send)]);
  const { utilization: busy } = performance.eventLoopUtilization(before);
  const cpu = (cpuOf(command.pid) ?? Number.NaN) - cpuBefore;
  for (const tab of tabs) {
    tab.stop();
    tab.connection.close();
  }
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(latencies, share)) as [number, number, number];
  const letters = tabs.reduce((sum, { typedAt }) => sum + typedAt.length, 0);
  return { letters, p50, p95, p99, rejected, cpu, busy };
}

interface Place {
  api: string;
  headers: Record<string, string>;
  url: string;
}

async function openPlace({ url, keys, callbackUrl, prefix }: Together, index: number): Promise<Place> {
  if (keys === null) return { api: `${url}/${index}`, headers: {}, url };
  const session = await openSession(url, keys, {
    material_id: `${prefix}-${index}`,
    callback_url: callbackUrl,
    vms_json: articleOf(...paragraphs(WORDS)),
  });
  const { api, headers } = editorAccess(session);
  return { api, headers: { ...headers, "Content-Type": "application/json" }, url };
}

async function openTab({ api, headers, url }: Place, name: string): Promise<Tab> {
  const key = `${name}-0123456789abcdef`;
  const ask = (method: string, path: string, body: unknown) =>
    fetch(api + path, { method, headers, body: JSON.stringify(body) });
  await ask("PUT", `/presence/${name}`, { author: name, mode: "editing" });
  // A room needs two people.
  await ask("PUT", "/presence/witness", { author: "", mode: "reading" });
  const room = (await (await ask("POST", "/room", { client_id: name, writer_key: key })).json()) as RoomView;
  const connection = await connect(url);
  return { api, headers, connection, room, key, n: room.n, counter: 0, typedAt: [], stop: () => undefined };
}

/** Reads a tab's events. @returns closes the stream */
async function listen({ api, headers }: Tab, onSteps: (view: StepsView) => void): Promise<() => void> {
  const request = http.get(`${api}/events`, { agent: false, headers });
  const [response] = (await once(request, "response")) as [http.IncomingMessage];
  response.on("error", () => undefined);
  let text = "";
  response.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const frames = text.split("\n\n");
    text = frames.pop() ?? "";
    for (const frame of frames)
      if (frame.startsWith("event: steps\n")) onSteps(JSON.parse(frame.slice(frame.indexOf("data: ") + 6)));
  });
  return () => request.destroy();
}
