import { expect, it } from "vitest";
import type { DeliveryDetail } from "../../../server/contracts/deliveries-api.ts";
import { systemClock } from "../../../server/core/runtime.ts";
import { startAppliance } from "../../support/appliance.ts";
import { deliveryIs } from "../../support/deliveries.ts";
import { articleOf, editorOf, openSession, startSite } from "../../support/site.ts";

const HOURS = 3_600_000;
const ACCEPTED = { rc: 1, rm: "", data: {} };

/** The time goes on while the machine sleeps, and its timers do not. */
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

async function savedAt(callbackUrl: string, appliance: Awaited<ReturnType<typeof startAppliance>>): Promise<string> {
  const project = await appliance.createProject();
  const editor = editorOf(
    await openSession(appliance.url, project, { material_id: "night", callback_url: callbackUrl }),
  );
  const body = { save_id: "s1", vms_json: articleOf("Set before the night"), base_version: null };
  const { delivery_id } = (await (await editor("POST", "/versions", body)).json()) as { delivery_id: string };
  return delivery_id;
}

it("sends at the wake what became due while the machine slept", async () => {
  const clock = sleepyClock();
  let isUp = false;
  const site = await startSite(async () => (isUp ? ACCEPTED : "still starting"));
  const appliance = await startAppliance({ clock });
  try {
    const id = await savedAt(site.callbackUrl, appliance);
    const waiting = await deliveryIs(appliance, id, ({ state, attempts }) => state === "pending" && attempts === 1);
    expect(Date.parse(waiting.next_attempt_at ?? "")).toBeGreaterThan(clock.now());
    isUp = true;
    clock.sleep(8 * HOURS);
    expect(site.callbacks).toHaveLength(1);
    appliance.wake();
    expect(await deliveryIs(appliance, id, ({ state }) => state === "delivered")).toMatchObject({ attempts: 2 });
  } finally {
    await appliance.close();
    await site.close();
  }
});

it("ends an attempt that the sleep cut off, and makes it again at once; one that is still in its time goes on", async () => {
  const clock = sleepyClock();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let asked = 0;
  const site = await startSite(async () => {
    asked += 1;
    if (asked > 1) return ACCEPTED;
    arrived.resolve();
    await released.promise;
    return ACCEPTED;
  });
  const appliance = await startAppliance({ clock });
  try {
    const id = await savedAt(site.callbackUrl, appliance);
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
  } finally {
    released.resolve();
    await appliance.close();
    await site.close();
  }
});
