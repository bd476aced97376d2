import { expect, it, onTestFinished } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { systemClock } from "../../../server/core/runtime.ts";
import { spawnAppliance, startAppliance } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { startNewsroom } from "../../support/newsroom.ts";
import { downloadArchive } from "../../support/site.ts";

const HOURS = 3_600_000;
const ACCEPTED = { rc: 1, rm: "", data: {} };

/** During sleep, the time advances but timers do not. */
function sleepyClock() {
  let slept = 0;
  return {
    ...systemClock,
    now: () => Date.now() + slept,
    sleep: (ms: number) => {
      slept += ms;
    },
  };
}

it("sends deliveries that became due during sleep when the machine wakes", async () => {
  const clock = sleepyClock();
  let isUp = false;
  const respond = () => (isUp ? ACCEPTED : "still starting");
  const { appliance, site, article } = await startNewsroom({ clock, respond });
  const { id } = await (await article("night")).deliver();
  const waiting = await deliveryIs(appliance, id, ({ state, attempts }) => state === "pending" && attempts === 1);
  expect(Date.parse(waiting.next_attempt_at ?? "")).toBeGreaterThan(clock.now());
  isUp = true;
  clock.sleep(8 * HOURS);
  expect(site.callbacks).toHaveLength(1);
  appliance.wake();
  expect(await deliveryIs(appliance, id, ({ state }) => state === "delivered")).toMatchObject({ attempts: 2 });
});

it("repeats an attempt whose deadline passed during sleep, and continues one before it", async () => {
  const clock = sleepyClock();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let asked = 0;
  const respond = async () => {
    asked += 1;
    arrived.resolve();
    if (asked === 1) await released.promise;
    return ACCEPTED;
  };
  const { appliance, article } = await startNewsroom({ clock, respond });
  const { delivery_id: id } = await (await article("night")).save();
  await arrived.promise;
  clock.sleep(60_000);
  appliance.wake();
  const { state } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  expect(state).toBe("sending");
  clock.sleep(8 * HOURS);
  appliance.wake();
  await deliveryIs(appliance, id, (row) => row.state === "delivered");
  const { attempts } = await appliance.console<DeliveryDetail>("GET", `/deliveries/${id}`);
  expect(attempts.map(({ error_code }) => error_code)).toEqual([null, "interrupted"]);
  released.resolve();
});

it("sends interrupted and saved deliveries after kill -9, and logs the interruption", async () => {
  const arrived = Promise.withResolvers<void>();
  const respond = () => {
    arrived.resolve();
    return new Promise(() => {});
  };
  const { appliance: killed, project, site, article } = await startNewsroom({ appliance: spawnAppliance(), respond });
  const underWay = await (await article("under way")).save();
  await arrived.promise;
  await killed.console("PATCH", "/settings", { deliveries_paused: true });
  const saved = await (await article("saved")).save();
  await killed.kill();

  site.respond = () => ({ rc: 1 });
  const appliance = await startAppliance({ dataDir: killed.dataDir });
  onTestFinished(appliance.close);
  await appliance.console("PATCH", "/settings", { deliveries_paused: false });
  for (const { delivery_id } of [underWay, saved])
    await deliveryIs(appliance, delivery_id, ({ state }) => state === "delivered");
  const { attempts } = await appliance.console<{ attempts: object[] }>("GET", `/deliveries/${underWay.delivery_id}`);
  expect(attempts).toMatchObject([
    { number: 2, reason: "restart", error_code: null },
    { number: 1, error_code: "interrupted" },
  ]);
  const { body } = site.callbacks.find((callback) => callback.body.material_id === "saved") ?? expect.fail("none");
  expect(body.metadata.version_id).toBe(saved.version_id);
  expect((await downloadArchive(project, body.content_url, "saved")).status).toBe(200);
});
