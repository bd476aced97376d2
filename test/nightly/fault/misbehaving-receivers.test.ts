/** Misbehaving sites against an appliance in a separate process. test/server/outbound/dial.test.ts tests each error code. */
import { afterEach, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { spawnAppliance } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { memoryOf } from "../../support/proc.ts";
import { type BadReceiver, pour, startBadReceiver, startNonsense } from "./support/bad-receivers.ts";

const GIGABYTE = 1024 ** 3;
const PIECE = Buffer.alloc(256 * 1024, "x");

const { appliance, article, project, site } = await startNewsroom({ appliance: spawnAppliance() });
let bad: BadReceiver | undefined;
let materials = 0;
afterEach(() => bad?.close());

const setResponseTimeout = (seconds: number) =>
  appliance.console("PATCH", `/projects/${project.id}`, { settings: { answer_timeout_s: seconds } });
await setResponseTimeout(2);

/** Saves a new article. @returns the id of its delivery */
const saveTo = async (callback_url: string): Promise<string> =>
  (await (await article(`m${++materials}`, { callback_url })).save()).delivery_id;

describe("a receiver", () => {
  it("that does not respond is retried after a pause", async () => {
    bad = await startBadReceiver(() => {});
    const id = await saveTo(bad.callbackUrl);
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
    bad = await startNonsense((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, line, GIGABYTE);
    });
    const { code, explanation } = await deliverySettles(appliance, await saveTo(bad.callbackUrl));
    expect([code, explanation]).toEqual(["protocol_error", expect.stringMatching(/headers .*larger than 16 KB/)]);
  });

  it("that sends extra bytes after Content-Length still accepts the delivery", async () => {
    const answer = '{"rc": 1, "data": {}}';
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n`;
    bad = await startNonsense((socket) => void socket.end(`${head}${answer}\n<!-- 12 ms -->\n`));
    expect(await deliverySettles(appliance, await saveTo(bad.callbackUrl))).toMatchObject({ state: "delivered" });
  });

  it.each([
    [200, { state: "failed", code: "dummy_client_url", explanation: expect.stringContaining("a.png") }],
    [200_000, { state: "pending", code: "answer_too_large", explanation: expect.stringContaining("300 levels") }],
  ])("that sends a URL nested %i levels deep fails with a reason", async (levels, expected) => {
    const assets = `{"a.png": {"clientUrl": ${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    bad = await startBadReceiver((res) => void res.end(`{"rc": 1, "data": {"vms_json": {"assets": ${assets}}}}`));
    expect(await deliverySettles(appliance, await saveTo(bad.callbackUrl))).toMatchObject(expected);
  });
});

describe("many misbehaving receivers", () => {
  it("do not delay a working site", async () => {
    bad = await startBadReceiver(() => {});
    const url = bad.callbackUrl;
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
    bad = await startBadReceiver((res) => pour(res, PIECE, GIGABYTE));
    const url = bad.callbackUrl;
    const resident = () => memoryOf(appliance.child.pid ?? 0)?.rss ?? 0;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, resident());
    }, 20);
    const wave = async () => {
      peak = 0;
      const ids = await Promise.all(Array.from({ length: 4 }, () => saveTo(url)));
      for (const id of ids) expect(await deliverySettles(appliance, id)).toMatchObject({ code: "answer_too_large" });
      return peak;
    };
    const before = resident();
    const peaks = [await wave(), await wave()];
    clearInterval(watch);
    process.stdout.write(
      `1 GB responses, four at a time: ${[before, ...peaks].map((mb) => `${Math.round(mb)} MB`).join(", ")}\n`,
    );
    // Four responses of at most 20 MB, plus uncollected garbage.
    expect(Math.max(...peaks) - before).toBeLessThan(250);
    expect((peaks.at(-1) ?? 0) - (peaks[0] ?? 0)).toBeLessThan(100);
  });
});
