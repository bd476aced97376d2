/** Misbehaving sites against an appliance in a separate process. test/server/outbound/dial.test.ts tests each error code. */
import type { ServerResponse } from "node:http";
import net, { type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { spawnAppliance } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { served, startNewsroom } from "../../support/newsroom.ts";
import { memoryOf, peakDuring } from "../../support/proc.ts";
import { startSite } from "../../support/site.ts";

const GIGABYTE = 1024 ** 3;
const PIECE = Buffer.alloc(256 * 1024, "x");

const { appliance, article, project, site } = await startNewsroom({ appliance: spawnAppliance() });
let materials = 0;

const setResponseTimeout = (seconds: number) =>
  appliance.console("PATCH", `/projects/${project.id}`, { settings: { answer_timeout_s: seconds } });
await setResponseTimeout(2);

/** Saves a new article. @returns the id of its delivery */
const saveTo = async (callback_url: string): Promise<string> =>
  (await (await article(`m${++materials}`, { callback_url })).save()).delivery_id;

/** Calls `behave` with the response of each request, until the test ends. @returns the callback URL */
async function startBadReceiver(behave: (res: ServerResponse) => void): Promise<string> {
  const { callbackUrl, close } = await startSite((_callback, res) => {
    // The caller may close the connection at any time.
    behave(res.on("error", () => undefined));
  });
  onTestFinished(close);
  return callbackUrl;
}

/** Calls `behave` with the socket after the first bytes of each connection. @returns the callback URL */
const startNonsense = async (behave: (socket: Socket) => void): Promise<string> => {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined).once("data", () => behave(socket));
  });
  return `${await served(server)}/callback`;
};

/** Writes a piece repeatedly until `totalBytes` are written or the connection closes. */
function pour(to: Socket | ServerResponse, piece: Buffer, totalBytes: number): void {
  let left = totalBytes;
  const more = () => {
    while (left > 0 && !to.destroyed) {
      left -= piece.length;
      if (!to.write(piece)) return void to.once("drain", more);
    }
    to.end();
  };
  more();
}

describe("a receiver", () => {
  it("that does not respond is retried after a pause", async () => {
    const url = await startBadReceiver(() => {});
    const id = await saveTo(url);
    expect(await deliverySettles(appliance, id)).toMatchObject({ state: "pending", attempts: 1 });
    const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
    expect(detail.code).toBe("answer_timeout");
    expect(detail.explanation).toMatch(/received the callback but did not respond within 2 seconds/);
    const [attempt] = detail.attempts;
    const ended = Date.parse(attempt?.started_at ?? "") + (attempt?.duration_ms ?? 0);
    // The first retry interval is 5 s ± 20 %.
    const waitS = (Date.parse(detail.next_attempt_at ?? "") - ended) / 1000;
    expect(waitS).toBeGreaterThan(3.9);
    expect(waitS).toBeLessThan(7);
  });

  it("that sends endless headers fails with protocol_error", async () => {
    const line = Buffer.from(`x-more: ${"x".repeat(1_000)}\r\n`);
    const url = await startNonsense((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, line, GIGABYTE);
    });
    const { code, explanation } = await deliverySettles(appliance, await saveTo(url));
    expect([code, explanation]).toEqual(["protocol_error", expect.stringMatching(/headers .*larger than 16 KB/)]);
  });

  it("that sends extra bytes after Content-Length still accepts the delivery", async () => {
    const answer = '{"rc": 1, "data": {}}';
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n`;
    const url = await startNonsense((socket) => void socket.end(`${head}${answer}\n<!-- 12 ms -->\n`));
    expect(await deliverySettles(appliance, await saveTo(url))).toMatchObject({ state: "delivered" });
  });

  it.each([
    [200, { state: "failed", code: "dummy_client_url", explanation: expect.stringContaining("a.png") }],
    [200_000, { state: "pending", code: "answer_too_large", explanation: expect.stringContaining("300 levels") }],
  ])("that sends a URL nested %i levels deep fails with a reason", async (levels, expected) => {
    const assets = `{"a.png": {"clientUrl": ${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    const url = await startBadReceiver((res) => void res.end(`{"rc": 1, "data": {"vms_json": {"assets": ${assets}}}}`));
    expect(await deliverySettles(appliance, await saveTo(url))).toMatchObject(expected);
  });
});

describe("many misbehaving receivers", () => {
  it("do not delay a working site", async () => {
    const url = await startBadReceiver(() => {});
    const hanging = await Promise.all(Array.from({ length: 12 }, () => saveTo(url)));
    const good = await deliveryIs(appliance, await saveTo(site.callbackUrl), ({ state }) => state === "delivered");
    expect(good.attempts).toBe(1);
    const rows = await Promise.all(hanging.map((id) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`)));
    // Four are sending and the others wait: none had timed out when the working site responded.
    expect(rows.filter(({ state }) => state === "sending")).toHaveLength(4);
    expect(rows.filter(({ attempts }) => attempts.length > 0)).toHaveLength(4);
  });

  it("with responses of 1 GB do not exhaust the memory", { timeout: 60_000 }, async ({ skip }) => {
    skip(process.platform !== "linux", "memory is read from /proc");
    await setResponseTimeout(60);
    const url = await startBadReceiver((res) => pour(res, PIECE, GIGABYTE));
    const pid = appliance.child.pid ?? 0;
    const wave = async () => {
      const ids = await Promise.all(Array.from({ length: 4 }, () => saveTo(url)));
      for (const id of ids) expect(await deliverySettles(appliance, id)).toMatchObject({ code: "answer_too_large" });
    };
    const before = memoryOf(pid)?.rss ?? 0;
    const peaks = [(await peakDuring(pid, 20, wave)).peak, (await peakDuring(pid, 20, wave)).peak] as const;
    process.stdout.write(
      `1 GB responses, four at a time: ${[before, ...peaks].map((mb) => `${Math.round(mb)} MB`).join(", ")}\n`,
    );
    // Four responses of at most 20 MB, plus uncollected garbage.
    expect(Math.max(...peaks) - before).toBeLessThan(250);
    expect(peaks[1] - peaks[0]).toBeLessThan(100);
  });
});
