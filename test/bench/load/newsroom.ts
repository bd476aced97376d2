/**
 * Simulates a newsroom: each editor has an event stream, stores a draft every two seconds and saves every twenty, on a
 * fixed schedule; one editor uploads continuously. At the end all streams break at once, as in a restart, and reconnect
 * as browsers do while drafts continue.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { type Connection, connect, paragraphs, requestBytes } from "./requests.ts";

const DRAFT_EVERY_MS = 2_000;
/** Each editor saves once per this many drafts. */
const DRAFTS_A_SAVE = 10;
/** The JSON of such an article is 20 kB. */
const WORDS = 3_200;
const OPENED_AT_ONCE = 16;
const LATE_MS = 100;
/** No response here is longer. */
const READ_BYTES = 4_096;
const UPLOAD_BYTES_A_SECOND = 5_000_000;
const UPLOAD_SECONDS = 5;
const UPLOAD_PIECES_A_SECOND = 20;

interface Newsroom {
  url: string;
  keys: Keys;
  /** Editors are spread over these sites. */
  callbackUrls: string[];
  editors: number;
  warmUpSeconds: number;
  seconds: number;
  /** How long drafts continue after all streams break. */
  reconnectSeconds: number;
}

export type Spread = ReturnType<typeof spreadOf>;

interface Tab {
  api: string;
  headers: Record<string, string>;
  connection: Connection;
  stream: Stream;
}

interface Stream {
  socket: net.Socket;
  /** Reconnection time that the appliance sent, ms. */
  retryMs: number;
}

interface Done {
  drafts: number[];
  saves: number[];
}

/** Times of `performance.now()`: work starts, measurement starts, work ends. */
interface Schedule {
  started: number;
  from: number;
  end: number;
}

export async function newsroom(command: Newsroom) {
  const tabs = await openTabs(command);
  const texts = paragraphs(WORDS);
  const rejected: string[] = [];
  let lostStreams = 0;
  const count = () => {
    lostStreams += 1;
  };
  for (const { stream } of tabs) stream.socket.once("close", count);
  const versions = tabs.map((): number | null => null);

  const work = async ({ api, headers, connection }: Tab, index: number, schedule: Schedule, done: Done) => {
    const { started, from, end } = schedule;
    const send = async (due: number, kind: "drafts" | "saves", status: number, request: Buffer) => {
      const answer = await connection.send(request);
      if (answer.status !== status) rejected.push(`${kind}: ${answer.status}`);
      if (due >= from) done[kind].push(performance.now() - due);
    };
    for (let turn = 0; ; turn++) {
      const due = started + (index / tabs.length + turn) * DRAFT_EVERY_MS;
      if (due >= end) return;
      const waitMs = due - performance.now();
      if (waitMs > 0) await after(waitMs);
      // Every paragraph differs from the previous draft's.
      const vmsJson = articleOf(...texts.map((text) => `${turn} ${index} ${started} ${text}`));
      const version = versions[index] ?? null;
      const draft = JSON.stringify({ client_id: "tab", vms_json: vmsJson, base_version: version });
      await send(due, "drafts", 204, requestBytes("PUT", `${api}/draft`, headers, draft));
      if ((turn + index) % DRAFTS_A_SAVE !== 0) continue;
      const pressed = performance.now();
      const save = JSON.stringify({
        save_id: randomUUID(),
        vms_json: vmsJson,
        base_version: version,
        client_id: "tab",
      });
      await send(pressed, "saves", 201, requestBytes("POST", `${api}/versions`, headers, save));
      versions[index] = (version ?? 0) + 1;
    }
  };
  const uploading = new AbortController();
  const uploads = uploadContinuously(tabs[0] as Tab, uploading.signal, rejected);
  const before = performance.eventLoopUtilization();
  const done: Done = { drafts: [], saves: [] };
  const started = performance.now();
  const from = started + command.warmUpSeconds * 1000;
  const schedule = { started, from, end: from + command.seconds * 1000 };
  await Promise.all(tabs.map((tab, index) => work(tab, index, schedule, done)));
  const { utilization: busy } = performance.eventLoopUtilization(before);
  uploading.abort();
  const uploadedBytes = await uploads;
  const lost = lostStreams;
  const again: Done = { drafts: [], saves: [] };
  const instant = performance.now();
  const reconnectSchedule = { started: instant, from: instant, end: instant + command.reconnectSeconds * 1000 };
  const [backs] = await Promise.all([
    Promise.all(tabs.map(reconnectTab)),
    Promise.all(tabs.map((tab, index) => work(tab, index, reconnectSchedule, again))),
  ]);
  for (const { connection, stream } of tabs) {
    stream.socket.destroy();
    connection.close();
  }
  return {
    drafts: spreadOf(done.drafts),
    saves: spreadOf(done.saves),
    /** After all streams broke; lastBack: ms until the last editor had its stream and article again. */
    reconnect: { drafts: spreadOf(again.drafts), lastBack: Math.max(...backs) - instant },
    /** Requests with an unexpected status. */
    rejected: rejected.length,
    firstRejection: rejected[0] ?? "",
    lostStreams: lost,
    uploadedBytes,
    /** Share of the time that this process was busy. */
    busy,
  };
}

/** @param latencies ms from the moment each request was due */
function spreadOf(latencies: number[]) {
  return {
    count: latencies.length,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
    late: latencies.filter((ms) => ms > LATE_MS).length,
    longest: Math.max(...latencies),
  };
}

async function openTabs({ url, keys, callbackUrls, editors }: Newsroom): Promise<Tab[]> {
  const tabs: Tab[] = [];
  const openNext = async () => {
    while (tabs.length < editors) {
      const index = tabs.length;
      tabs.length += 1;
      const callback_url = callbackUrls[index % callbackUrls.length] ?? "";
      const session = await openSession(url, keys, { material_id: `newsroom-${index}`, callback_url });
      const at = editorAccess(session);
      const headers = { ...at.headers, "Content-Type": "application/json" };
      const stream = await listen(at.api, headers);
      tabs[index] = { api: at.api, headers, connection: await connect(url, READ_BYTES), stream };
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
  return tabs;
}

/** Breaks a tab's stream; as after a restart, it reconnects with an unknown id and fetches the article. */
async function reconnectTab(tab: Tab): Promise<number> {
  tab.stream.socket.destroy();
  await after(tab.stream.retryMs);
  tab.stream = await listen(tab.api, { ...tab.headers, "Last-Event-ID": "before-1" });
  const connection = await connect(tab.api, READ_BYTES);
  const { status } = await connection.send(requestBytes("GET", tab.api, tab.headers));
  connection.close();
  if (status !== 200) throw new Error(`Article: status ${status}.`);
  return performance.now();
}

/** Opens an event stream and discards its events. */
async function listen(api: string, headers: Record<string, string>): Promise<Stream> {
  const { hostname, port } = new URL(api);
  const socket = net.connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(requestBytes("GET", `${api}/events`, headers));
  let text = "";
  const retrySent = Promise.withResolvers<void>();
  const read = (chunk: Buffer) => {
    text += chunk.toString("latin1");
    if (/retry: \d+\n/.test(text) || !text.startsWith("HTTP/1.1 200")) retrySent.resolve();
  };
  socket.on("data", read);
  await retrySent.promise;
  socket.off("data", read);
  if (!text.startsWith("HTTP/1.1 200")) throw new Error("The event stream was rejected.");
  socket.resume();
  return { socket, retryMs: Number(/retry: (\d+)/.exec(text)?.[1]) };
}

/** Uploads 25 MB files one after the other at a steady rate. @returns bytes of the accepted uploads */
async function uploadContinuously({ api, headers }: Tab, signal: AbortSignal, rejected: string[]): Promise<number> {
  let accepted = 0;
  const piece = Buffer.alloc(UPLOAD_BYTES_A_SECOND / UPLOAD_PIECES_A_SECOND, "x");
  for (let number = 0; !signal.aborted; number++) {
    const request = http.request(`${api}/media?name=report.pdf`, {
      method: "POST",
      headers: { Authorization: headers.Authorization ?? "" },
    });
    const responded = once(request, "response") as Promise<[http.IncomingMessage]>;
    const start = performance.now();
    request.write(`%PDF-1.7\n${number}\n`);
    let bytes = 0;
    for (let sent = 0; sent < UPLOAD_SECONDS * UPLOAD_PIECES_A_SECOND && !signal.aborted; sent++) {
      const waitMs = start + (sent * 1000) / UPLOAD_PIECES_A_SECOND - performance.now();
      if (waitMs > 0) await after(waitMs);
      if (!request.write(piece)) await once(request, "drain");
      bytes += piece.length;
    }
    request.end();
    const [response] = await responded;
    response.resume();
    if (response.statusCode === 201) accepted += bytes;
    else rejected.push(`upload: ${response.statusCode}`);
  }
  return accepted;
}
