/** Responses of extreme size against an appliance in a separate process. test/server/outbound/dial.test.ts tests each error. */
import type { ServerResponse } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { spawnAppliance } from "../../support/appliance.ts";
import { deliverySettles } from "../../support/deliveries.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { memoryOf, peakDuring } from "../../support/proc.ts";
import { startSite } from "../../support/site.ts";

const GIGABYTE = 1024 ** 3;
const PIECE = Buffer.alloc(256 * 1024, "x");

const { appliance, article, project } = await startNewsroom({ appliance: spawnAppliance() });
let materials = 0;

/** Saves a new article. @returns its delivery after the first attempt */
async function deliverTo(callback_url: string) {
  const { delivery_id } = await (await article(`m${++materials}`, { callback_url })).save();
  return deliverySettles(appliance, delivery_id);
}

/** Calls `behave` with the response of each request, until the test ends. @returns the callback URL */
async function startBadReceiver(behave: (res: ServerResponse) => void): Promise<string> {
  const { callbackUrl, close } = await startSite((_callback, res) => {
    // The caller may close the connection at any time.
    behave(res.on("error", () => undefined));
  });
  onTestFinished(close);
  return callbackUrl;
}

/** Writes pieces until a gigabyte is written or the connection closes. */
function pour(to: ServerResponse): void {
  let left = GIGABYTE;
  const more = () => {
    while (left > 0 && !to.destroyed) {
      left -= PIECE.length;
      if (!to.write(PIECE)) return void to.once("drain", more);
    }
    to.end();
  };
  more();
}

it("responses of 1 GB do not exhaust the memory", { timeout: 60_000 }, async ({ skip }) => {
  skip(process.platform !== "linux", "memory is read from /proc");
  const url = await startBadReceiver(pour);
  const pid = appliance.child.pid ?? 0;
  const wave = async () => {
    const settled = await Promise.all(Array.from({ length: 4 }, () => deliverTo(url)));
    expect(settled.map(({ code }) => code)).toEqual(Array(4).fill("answer_too_large"));
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

it("no response within the time in the settings is a failed attempt", async () => {
  await appliance.console("PATCH", `/projects/${project.id}`, { settings: { answer_timeout_s: 1 } });
  const { state, code, explanation } = await deliverTo(await startBadReceiver(() => {}));
  expect([state, code]).toEqual(["pending", "answer_timeout"]);
  expect(explanation).toContain("received the callback but did not respond within 1 second");
});
