/**
 * From a save of 1,000 words to the first byte of its callback, minus one fsynced commit of the same size in the same
 * folder, minus one connect.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { listening } from "../../support/listening.ts";
import { articleOf, editorAccess, type Keys, type OpenedSession, openSession } from "../../support/site.ts";
import { beyond, median } from "../figures.ts";
import { openCommitFloor } from "../floors/commit-floor.ts";
import { type Connection, connect, paragraphs, requestBytes } from "../load/requests.ts";
import { type BenchAppliance, type Scenario, startAppliance } from "../workshop.ts";

const WORDS = 1_000;
const WARM_UP = 20;
const SAVES = 100;
const BUDGET_MS = 15_000;
const LEAST_SAVES = 30;
const MOST_MS = 10;

export const save: Scenario = {
  name: "save",
  title: `Save of ${WORDS.toLocaleString("en")} words to the first byte of the callback`,
  limitMs: 60_000,
  async run(workshop) {
    const appliance = await startAppliance(workshop);
    const keys = await appliance.createProject();
    const receiver = await startReceiver();
    const connection = await connect(appliance.url);
    const floor = openCommitFloor(appliance.dataDir);
    try {
      for (let index = 0; index < WARM_UP; index++) await saveOnce(appliance, keys, receiver, connection);
      const row = "x".repeat(await storedBytes(appliance));
      const measured: Measured[] = [];
      const started = performance.now();
      while (measured.length < SAVES && (measured.length < LEAST_SAVES || performance.now() - started < BUDGET_MS)) {
        const saveMs = await saveOnce(appliance, keys, receiver, connection);
        measured.push({ saveMs, commitMs: floor.commit(row), connectMs: await connectOnce(receiver.port) });
      }
      return [figureOf(measured)];
    } finally {
      floor.close();
      connection.close();
      await receiver.close();
    }
  },
};

interface Measured {
  saveMs: number;
  commitMs: number;
  connectMs: number;
}

function figureOf(measured: Measured[]) {
  const floors = measured.map(({ commitMs, connectMs }) => commitMs + connectMs);
  const saves = measured.map(({ saveMs }) => saveMs);
  const commit = median(measured.map(({ commitMs }) => commitMs));
  const connect = median(measured.map(({ connectMs }) => connectMs));
  const note = `${measured.length} saves; the floor: commit ${commit.toFixed(2)} ms, connect ${connect.toFixed(2)} ms`;
  return beyond("save to callback, median", "ms", saves, floors, { target: { atMost: MOST_MS }, note });
}

/** A site that records when the head of a callback arrived. */
interface Receiver {
  url: string;
  port: number;
  /** Resolves with the time of the next callback after responding to it. */
  next(): Promise<number>;
  close(): Promise<void>;
}

async function startReceiver(): Promise<Receiver> {
  let arrived = Promise.withResolvers<number>();
  const server = http.createServer((req, res) => {
    const at = performance.now();
    req.resume().on("end", () => {
      res.setHeader("Content-Type", "application/json").end('{"rc":1,"rm":"","data":{}}', () => arrived.resolve(at));
    });
  });
  const { host, port, close } = await listening(server);
  return {
    url: `http://${host}/callback`,
    port,
    next() {
      arrived = Promise.withResolvers<number>();
      return arrived.promise;
    },
    close,
  };
}

/** Saves a new article, because callbacks of one session are serialized. Resolves when the delivery is recorded. */
async function saveOnce(
  appliance: BenchAppliance,
  keys: Keys,
  receiver: Receiver,
  connection: Connection,
): Promise<number> {
  const session = await openSession(appliance.url, keys, { material_id: randomUUID(), callback_url: receiver.url });
  const callback = receiver.next();
  const request = saveRequest(session);
  const started = performance.now();
  const { status } = await connection.send(request);
  if (status !== 201) throw new Error(`Save: status ${status}.`);
  const at = await callback;
  await recorded(appliance, session.session_id);
  return at - started;
}

function saveRequest(session: OpenedSession): Buffer {
  const { api, headers } = editorAccess(session);
  return requestBytes(
    "POST",
    `${api}/versions`,
    { ...headers, "Content-Type": "application/json" },
    JSON.stringify({
      save_id: randomUUID(),
      vms_json: articleOf(...paragraphs(WORDS)),
      base_version: null,
      user_email: "desk@example.org",
    }),
  );
}

/** Polls until the delivery's outcome is committed, so that its commit is not part of the next measurement. */
async function recorded(appliance: BenchAppliance, sessionId: string): Promise<void> {
  for (;;) {
    const page = await appliance.console<{ items: { state: string }[] }>("GET", `/deliveries?session=${sessionId}`);
    if (page.items[0]?.state === "delivered") return;
  }
}

/** Bytes that a save of this size stores: state and HTML. */
async function storedBytes(appliance: BenchAppliance): Promise<number> {
  const sessions = await appliance.console<{ items: { id: string }[] }>("GET", "/sessions");
  const session = await appliance.console<{ versions: { size: number }[] }>(
    "GET",
    `/sessions/${sessions.items[0]?.id}`,
  );
  return session.versions[0]?.size ?? 0;
}

async function connectOnce(port: number): Promise<number> {
  const started = performance.now();
  const socket = net.connect(port, "127.0.0.1");
  await once(socket, "connect");
  const ms = performance.now() - started;
  socket.destroy();
  return ms;
}
