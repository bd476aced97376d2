/** Sites that misbehave, against a process of its own. test/server/outbound/dial.test.ts tells each misbehaviour apart. */
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

const patience = (seconds: number) =>
  appliance.console("PATCH", `/projects/${project.id}`, { settings: { answer_timeout_s: seconds } });
await patience(2);

/** Saves an article of its own: the id of its delivery. */
const saveTo = async (callback_url: string): Promise<string> =>
  (await (await article(`m${++materials}`, { callback_url })).save()).delivery_id;

describe("a receiver that", () => {
  it("hangs is tried again after a pause", async () => {
    bad = await startBadReceiver(() => {});
    const id = await saveTo(bad.callbackUrl);
    expect(await deliverySettles(appliance, id)).toMatchObject({ state: "pending", attempts: 1 });
    const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
    expect(detail.code).toBe("answer_timeout");
    expect(detail.explanation).toMatch(/received the callback but did not respond within 2 seconds/);
    const [attempt] = detail.attempts;
    const ended = Date.parse(attempt?.started_at ?? "") + (attempt?.duration_ms ?? 0);
    // The first wait: 5 s, give or take a fifth.
    const waitS = (Date.parse(detail.next_attempt_at ?? "") - ended) / 1000;
    expect(waitS).toBeGreaterThan(3.9);
    expect(waitS).toBeLessThan(7);
  });

  it("sends headers without an end is told apart", async () => {
    const line = Buffer.from(`x-more: ${"x".repeat(1_000)}\r\n`);
    bad = await startNonsense((socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      pour(socket, line, GIGABYTE);
    });
    const { code, explanation } = await deliverySettles(appliance, await saveTo(bad.callbackUrl));
    expect([code, explanation]).toEqual(["protocol_error", expect.stringMatching(/headers .*larger than 16 KB/)]);
  });

  it("sends a stray line after an answer of the promised length is taken at its word", async () => {
    const answer = '{"rc": 1, "data": {}}';
    const head = `HTTP/1.1 200 OK\r\nContent-Length: ${answer.length}\r\n\r\n`;
    bad = await startNonsense((socket) => void socket.end(`${head}${answer}\n<!-- 12 ms -->\n`));
    expect(await deliverySettles(appliance, await saveTo(bad.callbackUrl))).toMatchObject({ state: "delivered" });
  });

  it.each([
    [200, { state: "failed", code: "dummy_client_url", explanation: expect.stringContaining("a.png") }],
    [200_000, { state: "pending", code: "answer_too_large", explanation: expect.stringContaining("300 levels") }],
  ])("answers with a URL that is a list in a list, %i deep, keeps nothing hanging", async (levels, told) => {
    const assets = `{"a.png": {"clientUrl": ${"[".repeat(levels)}${"]".repeat(levels)}}}`;
    bad = await startBadReceiver((res) => void res.end(`{"rc": 1, "data": {"vms_json": {"assets": ${assets}}}}`));
    expect(await deliverySettles(appliance, await saveTo(bad.callbackUrl))).toMatchObject(told);
  });
});

describe("many that misbehave at once", () => {
  it("leave the way free for a site that behaves", async () => {
    bad = await startBadReceiver(() => {});
    const url = bad.callbackUrl;
    const hanging = await Promise.all(Array.from({ length: 12 }, () => saveTo(url)));
    const good = await deliveryIs(appliance, await saveTo(site.callbackUrl), ({ state }) => state === "delivered");
    expect(good.attempts).toBe(1);
    const rows = await Promise.all(hanging.map((id) => appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`)));
    // Four at a time, the others not begun: no answer had run out of its time when the good one was there.
    expect(rows.filter(({ state }) => state === "sending")).toHaveLength(4);
    expect(rows.filter(({ attempts }) => attempts.length > 0)).toHaveLength(4);
  });

  it("with 1 GB each leave the memory as it was", { timeout: 60_000 }, async ({ skip }) => {
    skip(process.platform !== "linux", "memory is read from /proc");
    await patience(60);
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
      `1 GB answers, four at a time: ${[before, ...peaks].map((mb) => `${Math.round(mb)} MB`).join(", ")}\n`,
    );
    // Four answers of at most 20 MB, and a collector that takes its time; never anything of the order of what was sent.
    expect(Math.max(...peaks) - before).toBeLessThan(250);
    expect((peaks.at(-1) ?? 0) - (peaks[0] ?? 0)).toBeLessThan(100);
  });
});
