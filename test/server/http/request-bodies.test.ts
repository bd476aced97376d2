/** Memory, deadlines and minimum rates of request bodies. test/nightly/heavy tests full size. */

import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { expect, it } from "vitest";
import { spawnAppliance, testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { leaveUnfinished, type Unfinished } from "../../support/network.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { memoryOf } from "../../support/proc.ts";
import { editorOf } from "../../support/site.ts";

const MB = 1024 * 1024;
/** The target of docs/performance.md. */
const MOST_MEMORY_MB = 300;
const STRANGERS = 16;

const small = spawnAppliance({ env: { NODE_OPTIONS: "--max-old-space-size=256" } });
const { appliance, open } = await startNewsroom({ appliance: small });
await appliance.console("PATCH", "/settings", { open_limit_bytes: 20 * MB });

it.runIf(process.platform === "linux")("unfinished bodies use at most 300 MB", async () => {
  const head = ["POST /integration/session/open HTTP/1.1", `Content-Length: ${19 * MB}`];
  const strangers: Unfinished[] = await Promise.all(
    Array.from({ length: STRANGERS }, () => leaveUnfinished(appliance.url, head, Buffer.alloc(18 * MB, " "))),
  );
  expect((await open("honest", { vms_json: { text: "x".repeat(MB) } })).session_id).not.toBe("");
  expect(memoryOf(appliance.child.pid ?? 0)?.peak).toBeLessThan(MOST_MEMORY_MB);

  const refused = strangers.filter(({ response }) => response() !== "");
  expect(refused.length).toBeGreaterThan(STRANGERS / 2);
  await Promise.all(refused.map(({ ended }) => ended));
  const [refusal = "", body = "{}"] = refused[0]?.response().split("\r\n\r\n") ?? [];
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/^Retry-After: 5\r$/m);
  expect(refusal).toMatch(/^Connection: close\r$/m);
  expect(JSON.parse(body).detail).toMatch(/receiving too much at once/);
  for (const { socket } of strangers) socket.destroy();
});

// Other systems have only one loopback address.
it.runIf(process.platform === "linux")("accepts a large open while other clients exhaust their budget", async () => {
  const bytes = 40 * 1024;
  const head = `POST /integration/session/open HTTP/1.1\r\nHost: x\r\nContent-Length: ${2 * bytes}\r\n\r\n`;
  const sockets: net.Socket[] = [];
  await open("first");
  for (let n = 0; n < 900; n++) {
    const localAddress = `127.1.${n >> 8}.${n & 255 || 1}`;
    const socket = net.connect({ port: Number(new URL(appliance.url).port), host: "127.0.0.1", localAddress });
    sockets.push(socket.on("error", () => undefined));
    await once(socket, "connect");
    socket.write(head + " ".repeat(bytes));
  }
  // The budget is exhausted when the first strangers are rejected.
  await eventually(() => expect(sockets.some(({ bytesRead }) => bytesRead > 0)).toBe(true));
  for (const size of [1_000, 500_000]) await open(`size-${size}`, { vms_json: { text: "x".repeat(size) } });
  for (const socket of sockets) socket.destroy();
});

it.each<[string, string]>([
  ["empty arrays", `{"a":[${"[],".repeat(1_000_000)}0]}`],
  ["nested arrays", `[${`${"[".repeat(250)}${"]".repeat(250)},`.repeat(6_000)}0]`],
  ["objects", `[${'{"k1":1},'.repeat(400_000)}0]`],
  ["different keys", `{${Array.from({ length: 300_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
])("rejects a body with too many %s without parsing it", async (_what, body) => {
  const response = await fetch(`${appliance.url}/integration/session/open`, { method: "POST", body });
  expect([response.status, (await response.json()).detail]).toEqual([
    422,
    expect.arrayContaining([expect.objectContaining({ type: "json_invalid", loc: ["body", expect.any(Number)] })]),
  ]);
});

/** A Galley whose clock advances only in the tests of the pace of bodies. */
const clock = testClock();
const paced = await startNewsroom({ clock });
const session = await paced.open("m");

const OPEN = "POST /integration/session/open HTTP/1.1";
const post = (head: string[], bytes: number) => leaveUnfinished(paced.appliance.url, head, Buffer.alloc(bytes, " "));
const upload = (bytes: number) =>
  post(
    [
      `POST /editor/api/sessions/${session.session_id}/media?name=a.mp4 HTTP/1.1`,
      `Authorization: Bearer ${session.url.split("#t=")[1]}`,
      `Content-Length: ${100 * MB}`,
    ],
    bytes,
  );
const temporaryFiles = () => fs.readdirSync(path.join(paced.appliance.dataDir, "tmp"));
/** Uploaded bytes in temporary files. */
const received = () =>
  temporaryFiles().reduce((sum, name) => sum + fs.statSync(path.join(paced.appliance.dataDir, "tmp", name)).size, 0);

async function endedWith408({ ended, response }: Unfinished): Promise<void> {
  await ended;
  expect(response()).toMatch(/^HTTP\/1\.1 408 /);
  expect(response()).toMatch(/^Connection: close\r$/im);
  expect(JSON.parse(response().split("\r\n\r\n")[1] ?? "")).toEqual({
    detail: "The request body arrived too slowly. Nothing was stored; send it again.",
  });
}
/** Whether the connection is still open after a request on another connection. */
const isOpen = async ({ socket, response }: Unfinished) => {
  await fetch(`${paced.appliance.url}/healthz`);
  return !socket.destroyed && response() === "";
};

it("ends a stalled JSON body after 20 seconds", async () => {
  const body = await post([OPEN, "Content-Length: 5000"], 100);
  await fetch(`${paced.appliance.url}/healthz`);
  clock.advance(19_000);
  expect(await isOpen(body)).toBe(true);
  clock.advance(3_000);
  await endedWith408(body);
});

it("accepts a JSON body at 8 KB a second for at most two minutes", async () => {
  const body = await post([OPEN, `Content-Length: ${5 * MB}`], 10);
  for (let seconds = 0; seconds < 110; seconds += 10) {
    expect(await isOpen(body)).toBe(true);
    body.socket.write(Buffer.alloc(100_000, " "));
    await fetch(`${paced.appliance.url}/healthz`);
    clock.advance(10_000);
  }
  expect(await isOpen(body)).toBe(true);
  clock.advance(15_000);
  await endedWith408(body);
});

it("ends a stalled upload after a minute, and deletes its file", async () => {
  const body = await upload(MB);
  await eventually(() => expect(received()).toBe(MB));
  clock.advance(55_000);
  expect(await isOpen(body)).toBe(true);
  clock.advance(70_000);
  await endedWith408(body);
  await eventually(() => expect(temporaryFiles()).toEqual([]));
});

it("accepts a slow upload with at least 64 KB a minute", async () => {
  const body = await upload(10);
  await eventually(() => expect(received()).toBe(10));
  for (let minute = 1; minute <= 4; minute++) {
    body.socket.write(Buffer.alloc(100_000, " "));
    await eventually(() => expect(received()).toBe(10 + minute * 100_000));
    clock.advance(60_000);
    expect([await isOpen(body), body.response()]).toEqual([true, ""]);
  }
  clock.advance(130_000);
  await endedWith408(body);
});

it("drains a rejected body for at most two seconds", async () => {
  const body = await post([OPEN, `Content-Length: ${900 * MB}`], 1000);
  await eventually(() => expect(body.response()).toMatch(/^HTTP\/1\.1 413 /));
  clock.advance(2_500);
  await body.ended;
});

it("drains a rejected body completely with a login, so that the browser reads the response", async () => {
  const draft = { client_id: "t", base_version: null, vms_json: { text: "x".repeat(6 * MB) } };
  const response = await editorOf(session)("PUT", "/draft", draft);
  const tooLarge = { code: "requests.body_too_large", facts: { limit: 2 * MB } };
  expect([response.status, await response.json()]).toMatchObject([413, tooLarge]);
});

it("does not wait for the body of a request that needs none", async () => {
  const body = await post(["GET /healthz HTTP/1.1", `Content-Length: ${900 * MB}`], 10);
  if (body.response() === "") await once(body.socket, "data");
  expect(body.response()).toMatch(/^HTTP\/1\.1 200 /);
  clock.advance(130_000);
  await body.ended;
});
