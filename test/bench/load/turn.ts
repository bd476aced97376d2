/** One turn of a side: sends requests over keep-alive connections for some seconds, without pauses. */
import { articleOf, editorAccess, type Keys, openSession } from "../../support/site.ts";
import { quantile } from "../figures.ts";
import { busyDuring, type Connection, connect, openBytes, paragraphs, requestBytes } from "./requests.ts";

/** First opens use a new material each. */
export type Work = "first opens" | "opens that change" | "opens without a change" | "drafts" | "saves";

interface Turn {
  work: Work;
  /** Origin of the appliance, or of a floor with the same routes. */
  url: string;
  keys: Keys;
  /** Prefix of the material ids, unique per turn. */
  prefix: string;
  connections: number;
  seconds: number;
}

export type TurnDone = Awaited<ReturnType<typeof turn>>;

/** No process listens on this port. */
const CALLBACK_URL = "http://127.0.0.1:9/callback";
const DRAFT_WORDS = 3_200;
const SAVE_WORDS = 1_000;
/** Materials that are opened repeatedly. */
const MATERIALS = 1_000;
/** Minimum number of articles that take turns in being saved. */
const ARTICLES = 200;
/** Digits of a number that is overwritten in place, so that the body keeps its length. */
const DIGITS = 12;
const PLACE = "0".repeat(DIGITS);

export async function turn(command: Turn) {
  const connections = await Promise.all(Array.from({ length: command.connections }, () => connect(command.url)));
  const senders = await Promise.all(connections.map((connection, index) => senderOf(command, connection, index)));
  const latencies: number[] = [];
  const started = performance.now();
  const repeat = async (send: () => Promise<void>) => {
    for (let sent = started; sent < started + command.seconds * 1000; ) {
      await send();
      const now = performance.now();
      latencies.push(now - sent);
      sent = now;
    }
  };
  const { busy } = await busyDuring(() => Promise.all(senders.map(repeat)));
  const ms = performance.now() - started;
  for (const connection of connections) connection.close();
  return {
    count: latencies.length,
    perSecond: (latencies.length / ms) * 1000,
    p99: quantile(latencies, 0.99),
    /** Share of the time that this process was busy; below 1 it was not the bottleneck. */
    busy,
  };
}

let serial = 0;

/** Returns the function that sends a connection's next request. Prepares bodies in advance if possible. */
async function senderOf(command: Turn, connection: Connection, index: number): Promise<() => Promise<void>> {
  const { work, prefix } = command;
  const expect = async (status: number, request: Buffer) => {
    const response = await connection.send(request);
    if (response.status !== status) throw new Error(`${work}: status ${response.status}.`);
  };
  if (work === "first opens") return () => expect(200, openRequest(command, `${prefix}-${index}-${++serial}`).bytes);
  if (work === "opens that change" || work === "opens without a change") {
    const own = Array.from({ length: Math.ceil(MATERIALS / command.connections) }, (_, n) =>
      openRequest(command, `again-${index + n * command.connections}`),
    );
    return () => {
      const request = own[++serial % own.length] as Numbered;
      if (work === "opens that change") writeNumber(request, Date.now() + serial);
      return expect(200, request.bytes);
    };
  }
  const open = async (n: number) => {
    const body = { material_id: `${prefix}-${index}-${n}`, callback_url: CALLBACK_URL };
    return editorAccess(await openSession(command.url, command.keys, body));
  };
  if (work === "drafts") return draftSender(await open(0), expect);
  // An article has tens of versions, not thousands.
  const senders: (() => Promise<void>)[] = [];
  while (senders.length * command.connections < ARTICLES) senders.push(saveSender(await open(senders.length), expect));
  return () => senders[++serial % senders.length]?.() ?? Promise.resolve();
}

type Expect = (status: number, request: Buffer) => Promise<void>;
type Editor = ReturnType<typeof editorAccess>;

function draftSender({ api, headers }: Editor, expect: Expect): () => Promise<void> {
  // Every database page changes, as when a new word shifts all text after it.
  const vms_json = articleOf(...paragraphs(DRAFT_WORDS).map((text) => `${PLACE} ${text}`));
  const body = { client_id: "tab", vms_json, base_version: null };
  const request = numbered(requestBytes("PUT", `${api}/draft`, headers, body));
  return () => {
    writeNumber(request, ++serial);
    return expect(204, request.bytes);
  };
}

function saveSender({ api, headers }: Editor, expect: Expect): () => Promise<void> {
  const vms_json = articleOf(...paragraphs(SAVE_WORDS));
  let version: number | null = null;
  return async () => {
    const body = { save_id: `s${++serial}`, vms_json, base_version: version, user_email: null };
    await expect(201, requestBytes("POST", `${api}/versions`, headers, body));
    version = (version ?? 0) + 1;
  };
}

type Numbered = ReturnType<typeof numbered>;

/** A request with placeholders for a number. */
function numbered(bytes: Buffer) {
  const places: number[] = [];
  for (let at = bytes.indexOf(PLACE); at !== -1; at = bytes.indexOf(PLACE, at + DIGITS)) places.push(at);
  return { bytes, places };
}

function writeNumber({ bytes, places }: Numbered, number: number): void {
  const digits = String(number).padStart(DIGITS, "0").slice(-DIGITS);
  for (const at of places) bytes.write(digits, at, "latin1");
}

function openRequest({ url, keys }: Turn, material_id: string): Numbered {
  const metadata = { version: "bench_1.0", editor_user_id: "7", section_id: PLACE, user_email: "desk@example.org" };
  return numbered(openBytes(url, keys, { callback_url: CALLBACK_URL, material_id, vms_json: null, metadata }));
}
