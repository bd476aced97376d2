/**
 * A newsroom at work: each editor has an event stream open, keeps a draft every two seconds and saves every twenty, on a
 * schedule that does not wait for slow answers; one of them uploads all the time.
 */
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as after } from "node:timers/promises";
import { articleOf, type OpenedSession, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { paragraphs } from "./articles.ts";
import type { Newsroom, NewsroomDone, Spread } from "./commands.ts";
import { type Connection, connect, requestBytes } from "./connection.ts";

const DRAFT_EVERY_MS = 2_000;
/** A save takes the place of every so manieth draft's pause. */
const DRAFTS_A_SAVE = 10;
/** Of an article whose JSON is 20 kB. */
const WORDS = 3_200;
const OPENED_AT_ONCE = 16;
/** No answer here is longer. */
const READ_BYTES = 4_096;
const UPLOAD_BYTES_A_SECOND = 5_000_000;
const UPLOAD_SECONDS = 5;
const UPLOAD_PIECES_A_SECOND = 20;

interface Tab {
  session: OpenedSession;
  api: string;
  headers: Record<string, string>;
  connection: Connection;
  stream: net.Socket;
}

export async function newsroom(command: Newsroom): Promise<NewsroomDone> {
  const tabs = await openTabs(command);
  const texts = paragraphs(WORDS);
  const done = { drafts: [] as number[], saves: [] as number[], refused: [] as string[] };
  let lostStreams = 0;
  const count = () => {
    lostStreams += 1;
  };
  for (const { stream } of tabs) stream.once("close", count);
  const started = performance.now();
  const from = started + command.warmUpSeconds * 1000;
  const end = from + command.seconds * 1000;

  const work = async ({ api, headers, connection }: Tab, index: number) => {
    let version: number | null = null;
    const send = async (due: number, kind: "drafts" | "saves", status: number, request: Buffer) => {
      const answer = await connection.send(request);
      if (answer.status !== status) done.refused.push(`${kind}: ${answer.status}`);
      if (due >= from) done[kind].push(performance.now() - due);
    };
    for (let turn = 0; ; turn++) {
      const due = started + (index / tabs.length + turn) * DRAFT_EVERY_MS;
      if (due >= end) return;
      const early = due - performance.now();
      if (early > 0) await after(early);
      // Each differs from the last in every paragraph.
      const vmsJson = articleOf(...texts.map((text) => `${turn} ${index} ${text}`));
      const draft = JSON.stringify({ client_id: "tab", vms_json: vmsJson, base_version: version });
      await send(due, "drafts", 204, requestBytes("PUT", `${api}/draft`, headers, draft));
      if ((turn + index) % DRAFTS_A_SAVE !== 0) continue;
      const pressed = performance.now();
      const save = JSON.stringify({ save_id: `s${turn}`, vms_json: vmsJson, base_version: version, client_id: "tab" });
      await send(pressed, "saves", 201, requestBytes("POST", `${api}/versions`, headers, save));
      version = (version ?? 0) + 1;
    }
  };
  const uploading = new AbortController();
  const uploads = uploadOn(tabs[0] as Tab, uploading.signal, done.refused);
  const before = performance.eventLoopUtilization();
  await Promise.all(tabs.map(work));
  const { utilization: busy } = performance.eventLoopUtilization(before);
  uploading.abort();
  const uploadedBytes = await uploads;
  const lost = lostStreams;
  for (const { connection, stream } of tabs) {
    stream.destroy();
    connection.close();
  }
  return {
    drafts: spreadOf(done.drafts),
    saves: spreadOf(done.saves),
    refused: done.refused.length,
    firstRefusal: done.refused[0] ?? "",
    lostStreams: lost,
    uploadedBytes,
    busy,
  };
}

function spreadOf(latencies: number[]): Spread {
  return {
    count: latencies.length,
    p50: quantile(latencies, 0.5),
    p95: quantile(latencies, 0.95),
    p99: quantile(latencies, 0.99),
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
      const api = `${url}/editor/api/sessions/${session.session_id}`;
      const headers = { Authorization: `Bearer ${session.url.split("#t=")[1]}`, "Content-Type": "application/json" };
      tabs[index] = {
        session,
        api,
        headers,
        connection: await connect(url, READ_BYTES),
        stream: await listen(api, headers),
      };
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
  return tabs;
}

/** An event stream whose events are read and thrown away. */
async function listen(api: string, headers: Record<string, string>): Promise<net.Socket> {
  const { hostname, port } = new URL(api);
  const socket = net.connect(Number(port), hostname);
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(requestBytes("GET", `${api}/events`, headers));
  const [head] = (await once(socket, "data")) as [Buffer];
  if (!head.toString("latin1").startsWith("HTTP/1.1 200")) throw new Error("An event stream was refused.");
  socket.resume();
  return socket;
}

/** Uploads of 25 MB one after the other at a steady pace. Returns the bytes of those that were accepted. */
async function uploadOn({ api, headers }: Tab, signal: AbortSignal, refused: string[]): Promise<number> {
  let accepted = 0;
  const piece = Buffer.alloc(UPLOAD_BYTES_A_SECOND / UPLOAD_PIECES_A_SECOND, "x");
  for (let number = 0; !signal.aborted; number++) {
    const request = http.request(`${api}/media?name=report.pdf`, {
      method: "POST",
      headers: { Authorization: headers.Authorization ?? "" },
    });
    const answered = once(request, "response") as Promise<[http.IncomingMessage]>;
    const start = performance.now();
    request.write(`%PDF-1.7\n${number}\n`);
    let bytes = 0;
    for (let sent = 0; sent < UPLOAD_SECONDS * UPLOAD_PIECES_A_SECOND && !signal.aborted; sent++) {
      const early = start + (sent * 1000) / UPLOAD_PIECES_A_SECOND - performance.now();
      if (early > 0) await after(early);
      if (!request.write(piece)) await once(request, "drain");
      bytes += piece.length;
    }
    request.end();
    const [response] = await answered;
    response.resume();
    if (response.statusCode === 201) accepted += bytes;
    else refused.push(`upload: ${response.statusCode}`);
  }
  return accepted;
}
