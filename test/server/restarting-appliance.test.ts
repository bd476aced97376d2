/** The appliance while its data folder is lent to another task, or while it restarts. */
import { randomBytes } from "node:crypto";
import path from "node:path";
import { expect, it } from "vitest";
import { readRunningUrls, writeRunningUrls } from "../../server/admin/network/running-urls.ts";
import { readConfig } from "../../server/config/config.ts";
import { systemClock, systemRandom } from "../../server/core/runtime.ts";
import { openRestartingAppliance } from "../../server/restarting-appliance.ts";
import { temporaryFolder } from "../support/appliance.ts";

const silent = { info() {}, warn() {}, error() {} };

async function opened() {
  const ports = ["port", "console-port", "sandbox-port"].map((name) => `--${name}=0`);
  const dataDir = path.join(temporaryFolder(), "data");
  const config = readConfig([`--data-dir=${dataDir}`, ...ports], {});
  const parts = { masterKey: randomBytes(32), webDir: temporaryFolder(), version: "1.2.3" };
  const faults: unknown[] = [];
  const open = () =>
    openRestartingAppliance(config, { clock: systemClock, random: systemRandom, log: silent }, parts, {
      onFault: (error) => faults.push(error),
    });
  return { dataDir, open, faults };
}

it("reports its state while the database is closed, and applies a pause after reopening it", async () => {
  const { open, faults } = await opened();
  const appliance = await open();
  await appliance.listen();
  let paused: Promise<void> = Promise.resolve();
  const lent = appliance.whileClosed(async () => {
    expect(appliance.shell.versions()).toMatchObject({ galley: "1.2.3", sqlite: expect.stringMatching(/^3\./) });
    expect(appliance.shell.state().state).toBe("running");
    paused = appliance.settled().then(() => appliance.shell.pauseDeliveries(true));
    throw new Error("The disk is gone.");
  });
  await expect(lent).rejects.toThrow("The disk is gone.");
  await paused;
  expect(appliance.shell.state().state).toBe("paused");
  expect(faults).toEqual([]);
  await appliance.close();
});

it("removes a stale address file that a crash left", async () => {
  const { dataDir, open } = await opened();
  await (await open()).close();
  await writeRunningUrls(dataDir, { url: "http://127.0.0.1:9", consoleUrl: "http://127.0.0.1:9" });
  const appliance = await open();
  expect(readRunningUrls(dataDir)).toBeNull();
  await appliance.close();
});
