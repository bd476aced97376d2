import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../../server/contracts/editor-api.ts";
import type { ProjectWithSecret } from "../../../server/contracts/projects-api.ts";
import { type ApplianceProcess, spawnAppliance } from "../../support/appliance.ts";
import { deliveryIs, deliverySettles } from "../../support/deliveries.ts";
import { memoryOf } from "../../support/proc.ts";
import { articleOf, editorOf, openSession, type Site, startSite } from "../../support/site.ts";
import { type BadReceiver, pour, startBadReceiver, startNonsense } from "./support/bad-receivers.ts";

const GIGABYTE = 1024 ** 3;
const PIECE = Buffer.alloc(256 * 1024, "x");

let appliance: ApplianceProcess;
let project: ProjectWithSecret;
let goodSite: Site;
let bad: BadReceiver | undefined;
let materials = 0;

beforeAll(async () => {
  appliance = await spawnAppliance();
  project = await appliance.createProject();
  await patience(2);
  goodSite = await startSite();
});
afterEach(() => bad?.close());
afterAll(async () => {
  await goodSite.close();
  await appliance.close();
});

const patience = (seconds: number) =>
  appliance.console("PATCH", `/projects/${project.id}`, { settings: { answer_timeout_s: seconds } });

/** Opens an article of its own and saves it: the id of its delivery. */
async function saveTo(callbackUrl: string): Promise<string> {
  const session = await openSession(appliance.url, project, {
    material_id: `m${++materials}`,
    callback_url: callbackUrl,
  });
  const body = { save_id: "s", vms_json: articleOf("Words"), base_version: null };
  return ((await (await editorOf(session)("POST", "/versions", body)).json()) as SavedVersion).delivery_id;
}

const deeply = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

const MISBEHAVIOURS: [name: string, start: () => Promise<BadReceiver>, code: string, words: RegExp][] = [
  [
    "hangs",
    () => startBadReceiver(() => {}),
    "answer_timeout",
    /received the callback but did not respond within 2 seconds/,
  ],
  [
    "sends 1 GB",
    () => startBadReceiver((res) => pour(res, PIECE, GIGABYTE)),
    "answer_too_large",
    /larger than 20 MB.*without the contents of files/,
  ],
  [
    "sends headers without an end",
    () => startNonsense((socket) => pour(socket, Buffer.from(`x-more: ${"x".repeat(1_000)}\r\n`), GIGABYTE)),
    "protocol_error",
    /not HTTP/,
  ],
  [
    "sends a head of 1 GB",
    () =>
      startNonsense((socket) => {
        socket.write("HTTP/1.1 200 OK\r\n");
        pour(socket, Buffer.from(`x-more: ${"x".repeat(1_000)}\r\n`), GIGABYTE);
      }),
    "protocol_error",
    /headers .*larger than 16 KB/,
  ],
  [
    "sends more than it promised",
    () =>
      startNonsense((socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{"rc": 1, "data": {}}')),
    "not_json",
    /not a JSON object.*received .*\{"rc": 1, "d$/,
  ],
  [
    "speaks no HTTP",
    () => startNonsense((socket) => void socket.end("220 mail.example.org ESMTP\r\n")),
    "protocol_error",
    /not HTTP.*mail\.example\.org/,
  ],
];

describe("a receiver that", () => {
  it.each(MISBEHAVIOURS)(
    "%s is told apart, tried again, and holds up no other site",
    async (_name, start, code, words) => {
      bad = await start();
      const badly = await saveTo(bad.callbackUrl);
      const well = await saveTo(goodSite.callbackUrl);
      const good = await deliveryIs(appliance, well, ({ state }) => state === "delivered");
      expect(good.attempts).toBe(1);

      const { state, attempts } = await deliverySettles(appliance, badly);
      const detail = await appliance.console<DeliveryDetail>("GET", `/deliveries/${badly}`);
      expect({ state, attempts, code: detail.code }).toEqual({ state: "pending", attempts: 1, code });
      expect(detail.explanation).toMatch(words);
      const [attempt] = detail.attempts;
      const ended = Date.parse(attempt?.started_at ?? "") + (attempt?.duration_ms ?? 0);
      // The first wait: 5 s, give or take a fifth.
      const waitS = (Date.parse(detail.next_attempt_at ?? "") - ended) / 1000;
      expect(waitS).toBeGreaterThan(3.9);
      expect(waitS).toBeLessThan(7);
    },
  );

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
    const assets = `{"a.png": {"clientUrl": ${deeply(levels)}}}`;
    bad = await startBadReceiver((res) => void res.end(`{"rc": 1, "data": {"vms_json": {"assets": ${assets}}}}`));
    expect(await deliverySettles(appliance, await saveTo(bad.callbackUrl))).toMatchObject(told);
  });
});

describe("many that misbehave at once", () => {
  it("leave the way free for a site that behaves", async () => {
    bad = await startBadReceiver(() => {});
    const url = bad.callbackUrl;
    const hanging = await Promise.all(Array.from({ length: 12 }, () => saveTo(url)));
    const good = await deliveryIs(appliance, await saveTo(goodSite.callbackUrl), ({ state }) => state === "delivered");
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
    const pid = appliance.child.pid ?? 0;
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, memoryOf(pid)?.rss ?? 0);
    }, 20);
    const wave = async () => {
      peak = 0;
      const ids = await Promise.all(Array.from({ length: 4 }, () => saveTo(url)));
      for (const id of ids) expect(await deliverySettles(appliance, id)).toMatchObject({ code: "answer_too_large" });
      return peak;
    };
    const before = memoryOf(pid)?.rss ?? 0;
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
