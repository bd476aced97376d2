/** Full sizes of test/server/http/request-bodies.memory.test.ts: unfinished and malformed bodies of strangers hold up nobody. */
import http from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApplianceProcess, spawnAppliance } from "../../support/appliance.ts";
import { memoryOf } from "../../support/proc.ts";
import { type Keys, openSession } from "../../support/site.ts";
import { leaveUnfinished } from "../../support/unfinished.ts";

const MB = 1024 * 1024;
const CALLBACK = "http://localhost:9/callback";
/** The target of docs/performance.md. */
const MOST_MEMORY_MB = 300;
/** The target is 250 on a machine of one's own; it was 1,300 to 2,300 there, and this one is shared with other tests. */
const LONGEST_STALL_MS = 700;

let appliance: ApplianceProcess;
let keys: Keys;
beforeAll(async () => {
  // The heap that the one body of nested arrays used to kill.
  appliance = await spawnAppliance({ env: { NODE_OPTIONS: "--max-old-space-size=256" } });
  keys = await appliance.createProject();
  await appliance.console("PATCH", "/settings", { open_limit_bytes: 20 * MB });
});
afterAll(() => appliance.close());

const open = (material: string, vmsJson: object) =>
  openSession(appliance.url, keys, { material_id: material, callback_url: CALLBACK, vms_json: vmsJson });

/** An unsigned open that announces 19 MB and sends `bytes` of them. */
const unfinishedOpen = (bytes: number, announce = `Content-Length: ${19 * MB}`) => {
  const part = Buffer.alloc(bytes, " ");
  const body = announce.startsWith("Transfer")
    ? Buffer.concat([Buffer.from(`${bytes.toString(16)}\r\n`), part, Buffer.from("\r\n")])
    : part;
  return leaveUnfinished(appliance.url, ["POST /integration/session/open HTTP/1.1", announce], body);
};

async function ping(): Promise<number> {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    http.get(`${appliance.url}/healthz`, (res) => res.resume().on("end", resolve)).on("error", reject);
  });
  return performance.now() - started;
}

/**
 * The longest that anybody waited while `work` was done. The machine is not ours alone, so a wait that was too long is
 * looked at twice more, and the best counts.
 */
async function stallDuring(work: () => Promise<void>): Promise<number> {
  const tries: number[] = [];
  for (let n = 0; n < 3 && tries.every((worst) => worst >= LONGEST_STALL_MS); n++) {
    let worst = 0;
    let isDone = false;
    const pings = (async () => {
      while (!isDone) worst = Math.max(worst, await ping());
    })();
    await work();
    isDone = true;
    await pings;
    tries.push(worst);
  }
  return Math.min(...tries);
}

describe.runIf(process.platform === "linux")("strangers who leave bodies unfinished", () => {
  it.each([
    ["of announced length", `Content-Length: ${19 * MB}`],
    ["without length", "Transfer-Encoding: chunked"],
  ])("%s take no more than 300 MB, and honest opens get through", { timeout: 60_000 }, async (_which, announce) => {
    const sending = Promise.all(Array.from({ length: 80 }, () => unfinishedOpen(18 * MB, announce)));
    for (let n = 0; n < 10; n++) await open(`small ${announce} ${n}`, { text: "x".repeat(20_000) });
    const strangers = await sending;
    await open(`large ${announce}`, { text: "x".repeat(1_000_000) });
    expect(memoryOf(appliance.child.pid ?? 0)?.peak).toBeLessThan(MOST_MEMORY_MB);
    expect(strangers.filter(({ answer }) => answer().startsWith("HTTP/1.1 503")).length).toBeGreaterThan(40);
    for (const { socket } of strangers) socket.destroy();
  });

  it("bodies that come byte by byte are charged for what they take", { timeout: 60_000 }, async () => {
    const bytes = Buffer.from("1\r\n \r\n".repeat(300_000));
    const head = ["POST /integration/session/open HTTP/1.1", "Transfer-Encoding: chunked"];
    const strangers = await Promise.all(Array.from({ length: 8 }, () => leaveUnfinished(appliance.url, head, bytes)));
    await open("beside crumbs", {});
    expect(memoryOf(appliance.child.pid ?? 0)?.peak).toBeLessThan(MOST_MEMORY_MB);
    for (const { socket } of strangers) socket.destroy();
  });
});

describe("one body without a key", () => {
  const shapes: [string, () => string][] = [
    ["of empty arrays", () => `{"a":[${"[],".repeat(6_400_000)}0]}`],
    ["of nested arrays", () => `[${`${"[".repeat(250)}${"]".repeat(250)},`.repeat(38_000)}0]`],
    ["of objects", () => `[${'{"k1":1},'.repeat(2_100_000)}0]`],
    ["of different keys", () => `{${Array.from({ length: 1_400_000 }, (_, n) => `"k${n}":1`).join(",")}}`],
  ];
  it.each(shapes)("%s is refused at once, however long", { timeout: 60_000 }, async (_what, make) => {
    const body = make();
    expect(body.length).toBeGreaterThan(17e6);
    const send = async (isOneOfMany = false) => {
      const answer = await fetch(`${appliance.url}/integration/session/open`, { method: "POST", body });
      // Of many at once, some find no room.
      if (isOneOfMany) return expect([422, 503]).toContain(answer.status);
      expect(answer.status).toBe(422);
      expect((await answer.json()).detail).toContainEqual(
        expect.objectContaining({ type: "json_invalid", loc: ["body", expect.any(Number)] }),
      );
    };
    expect(await stallDuring(send)).toBeLessThan(LONGEST_STALL_MS);
    await Promise.all(Array.from({ length: 6 }, () => send(true)));
    await ping();
  });

  it("of a text as long as may be is read without holding up the others", { timeout: 60_000 }, async () => {
    const text = "word ".repeat(1_200_000);
    let n = 0;
    const send = async () => void (await open(`long ${n++}`, { text }));
    expect(await stallDuring(send)).toBeLessThan(LONGEST_STALL_MS);
  });
});
