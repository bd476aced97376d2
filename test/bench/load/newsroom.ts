/**
 * Simulates a newsroom: each editor has an event stream, stores a draft every two seconds and saves every twenty, on a
 * fixed schedule; one editor uploads continuously. At the end all streams break at once, as in a restart, and reconnect
 * as browsers do while drafts continue.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as after } from "node:timers/promises";
import { type EventReader, readEvents } from "../../support/event-reader.ts";
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { busyDuring, type Connection, connect, paragraphs, postStream, requestBytes, until } from "./requests.ts";

export const EDITORS = 1_000;
const WARM_UP_MS = 4_000;
const MEASURED_MS = 20_000;
/** How long drafts continue after all streams break. */
const RECONNECT_MS = 8_000;
/** Drafts and saves take this long in total. */
export const TOTAL_MS = WARM_UP_MS + MEASURED_MS + RECONNECT_MS;
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
}

interface Tab {
  api: string;
  headers: Record<string, string>;
  connection: Connection;
  stream: EventReader;
  version: number | null;
}

/** Latencies from the moment that each request was due, ms. */
interface Done {
  drafts: number[];
  saves: number[];
}

export async function newsroom(command: Newsroom) {
  const tabs = await openTabs(command);
  const texts = paragraphs(WORDS);
  const rejected: string[] = [];
  let lostStreams = 0;
  for (const { stream } of tabs) void stream.ended.then(() => lostStreams++);

  /** Works from now on, and measures the requests that are due from `from` until `end`. */
  const writeAll = async (from: number, end: number): Promise<Done> => {
    const started = performance.now();
    const done: Done = { drafts: [], saves: [] };
    const write = async (tab: Tab, index: number) => {
      const { api, headers, connection } = tab;
      const send = async (due: number, kind: "drafts" | "saves", status: number, request: Buffer) => {
        const response = await connection.send(request);
        if (response.status !== status) rejected.push(`${kind}: ${response.status}`);
        if (due >= from) done[kind].push(performance.now() - due);
      };
      for (let turn = 0; ; turn++) {
        const due = started + (index / tabs.length + turn) * DRAFT_EVERY_MS;
        if (due >= end) return;
        await until(due);
        // Every paragraph differs from the previous draft's.
        const vms_json = articleOf(...texts.map((text) => `${turn} ${index} ${started} ${text}`));
        const body = { client_id: "tab", vms_json, base_version: tab.version };
        await send(due, "drafts", 204, requestBytes("PUT", `${api}/draft`, headers, body));
        if ((turn + index) % DRAFTS_A_SAVE !== 0) continue;
        const pressed = performance.now();
        const save = requestBytes("POST", `${api}/versions`, headers, { save_id: randomUUID(), ...body });
        await send(pressed, "saves", 201, save);
        tab.version = (tab.version ?? 0) + 1;
      }
    };
    await Promise.all(tabs.map(write));
    return done;
  };
  const uploading = new AbortController();
  const uploads = uploadContinuously(tabs[0] as Tab, uploading.signal, rejected);
  const from = performance.now() + WARM_UP_MS;
  const { result: done, busy } = await busyDuring(() => writeAll(from, from + MEASURED_MS));
  uploading.abort();
  const uploadedBytes = await uploads;
  const lost = lostStreams;
  const instant = performance.now();
  const [backs, again] = await Promise.all([
    Promise.all(tabs.map(reconnect)),
    writeAll(instant, instant + RECONNECT_MS),
  ]);
  for (const { connection, stream } of tabs) {
    stream.breakOff();
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

export type Spread = ReturnType<typeof spreadOf>;

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

async function openTabs({ url, keys, callbackUrls }: Newsroom): Promise<Tab[]> {
  const tabs: Tab[] = [];
  const openNext = async () => {
    while (tabs.length < EDITORS) {
      const index = tabs.length;
      tabs.length += 1;
      const callback_url = callbackUrls[index % callbackUrls.length] ?? "";
      const { api, headers } = editorAccess(
        await openSession(url, keys, { material_id: `newsroom-${index}`, callback_url }),
      );
      const stream = await readEvents(`${api}/events`, headers);
      tabs[index] = { api, headers, connection: await connect(url, READ_BYTES), stream, version: null };
    }
  };
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext));
  return tabs;
}

/** Breaks a tab's stream; as after a restart, it reconnects with an unknown id and fetches the article. */
async function reconnect(tab: Tab): Promise<number> {
  tab.stream.breakOff();
  await after(tab.stream.retryMs);
  tab.stream = await readEvents(`${tab.api}/events`, tab.headers, "before-1");
  const connection = await connect(tab.api, READ_BYTES);
  const { status } = await connection.send(requestBytes("GET", tab.api, tab.headers));
  connection.close();
  if (status !== 200) throw new Error(`Article: status ${status}.`);
  return performance.now();
}

/** Uploads 25 MB files one after the other at a steady rate. @returns bytes of the accepted uploads */
async function uploadContinuously({ api, headers }: Tab, signal: AbortSignal, rejected: string[]): Promise<number> {
  const piece = Buffer.alloc(UPLOAD_BYTES_A_SECOND / UPLOAD_PIECES_A_SECOND, "x");
  let accepted = 0;
  for (let number = 0; !signal.aborted; number++) {
    let bytes = 0;
    const pdf = async function* () {
      const started = performance.now();
      yield Buffer.from(`%PDF-1.7\n${number}\n`);
      for (let sent = 0; sent < UPLOAD_SECONDS * UPLOAD_PIECES_A_SECOND && !signal.aborted; sent++) {
        await until(started + (sent * 1000) / UPLOAD_PIECES_A_SECOND);
        bytes += piece.length;
        yield piece;
      }
    };
    const response = await postStream(`${api}/media?name=report.pdf`, headers, pdf());
    if (response.status === 201) accepted += bytes;
    else rejected.push(`upload: ${response.status}`);
  }
  return accepted;
}
