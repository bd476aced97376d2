/** Unfinished and malformed bodies use limited memory and block no site. test/nightly/heavy tests full size. */
import { once } from "node:events";
import net from "node:net";
import { expect, it } from "vitest";
import { spawnAppliance } from "../../support/appliance.ts";
import { eventually } from "../../support/eventually.ts";
import { leaveUnfinished, type Unfinished } from "../../support/network.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { memoryOf } from "../../support/proc.ts";

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

  const refused = strangers.filter(({ answer }) => answer() !== "");
  expect(refused.length).toBeGreaterThan(STRANGERS / 2);
  await Promise.all(refused.map(({ ended }) => ended));
  const [answer = "", body = "{}"] = refused[0]?.answer().split("\r\n\r\n") ?? [];
  expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  expect(answer).toMatch(/^Retry-After: 5\r$/m);
  expect(answer).toMatch(/^Connection: close\r$/m);
  expect(JSON.parse(body).detail).toMatch(/receiving too much at once/);
  for (const { socket } of strangers) socket.destroy();
});

// Other systems have only one loopback address.
it.runIf(process.platform === "linux")("accepts a large open while strangers exhaust their budget", async () => {
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
  const answer = await fetch(`${appliance.url}/integration/session/open`, { method: "POST", body });
  expect([answer.status, (await answer.json()).detail]).toEqual([
    422,
    expect.arrayContaining([expect.objectContaining({ type: "json_invalid", loc: ["body", expect.any(Number)] })]),
  ]);
});
