/** Deadlines and minimum rates of request bodies. */
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { testClock } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { leaveUnfinished, type Unfinished } from "../../support/network.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { editorOf } from "../../support/site.ts";

const MB = 1024 * 1024;

const clock = testClock();
const { appliance, open } = await startNewsroom({ clock });
const session = await open("m");

const OPEN = "POST /integration/session/open HTTP/1.1";
const post = (head: string[], bytes: number) => leaveUnfinished(appliance.url, head, Buffer.alloc(bytes, " "));
const upload = (bytes: number) =>
  post(
    [
      `POST /editor/api/sessions/${session.session_id}/media?name=a.mp4 HTTP/1.1`,
      `Authorization: Bearer ${session.url.split("#t=")[1]}`,
      `Content-Length: ${100 * MB}`,
    ],
    bytes,
  );
const temporaryFiles = () => fs.readdirSync(path.join(appliance.dataDir, "tmp"));
/** Uploaded bytes in temporary files. */
const received = () =>
  temporaryFiles().reduce((sum, name) => sum + fs.statSync(path.join(appliance.dataDir, "tmp", name)).size, 0);

async function endedWith408({ ended, answer }: Unfinished): Promise<void> {
  await ended;
  expect(answer()).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer()).toMatch(/^Connection: close\r$/im);
  expect(JSON.parse(answer().split("\r\n\r\n")[1] ?? "")).toEqual({
    detail: "The request body arrived too slowly. Nothing was stored; send it again.",
  });
}
/** Whether the connection is still open after a request on another connection. */
const isOpen = async ({ socket, answer }: Unfinished) => {
  await fetch(`${appliance.url}/healthz`);
  return !socket.destroyed && answer() === "";
};

it("ends a stalled JSON body after 20 seconds", async () => {
  const body = await post([OPEN, "Content-Length: 5000"], 100);
  await fetch(`${appliance.url}/healthz`);
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
    await fetch(`${appliance.url}/healthz`);
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
    expect([await isOpen(body), body.answer()]).toEqual([true, ""]);
  }
  clock.advance(130_000);
  await endedWith408(body);
});

it("drains a rejected body for at most two seconds", async () => {
  const body = await post([OPEN, `Content-Length: ${900 * MB}`], 1000);
  await eventually(() => expect(body.answer()).toMatch(/^HTTP\/1\.1 413 /));
  clock.advance(2_500);
  await body.ended;
});

it("drains a rejected body completely with a login, so that the browser reads the response", async () => {
  const draft = { client_id: "t", base_version: null, vms_json: { text: "x".repeat(6 * MB) } };
  const answer = await editorOf(session)("PUT", "/draft", draft);
  const tooLarge = { code: "requests.body_too_large", facts: { limit: 2 * MB } };
  expect([answer.status, await answer.json()]).toMatchObject([413, tooLarge]);
});

it("does not wait for the body of a request that needs none", async () => {
  const body = await post(["GET /healthz HTTP/1.1", `Content-Length: ${900 * MB}`], 10);
  if (body.answer() === "") await once(body.socket, "data");
  expect(body.answer()).toMatch(/^HTTP\/1\.1 200 /);
  clock.advance(130_000);
  await body.ended;
});
