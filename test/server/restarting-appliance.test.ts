/** The appliance while its database is closed, and after a crash. */
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
  const open = () =>
    openRestartingAppliance(config, { clock: systemClock, random: systemRandom, log: silent }, parts, {
      onFault() {},
    });
  return { dataDir, open };
}

it("reports its state while the database is closed", async () => {
  const appliance = await (await opened()).open();
  await appliance.listen();
  await appliance.close();
  expect(appliance.shell.versions()).toMatchObject({ galley: "1.2.3", sqlite: expect.stringMatching(/^3\./) });
  expect(appliance.shell.state().state).toBe("running");
});

it("removes a stale address file that a crash left", async () => {
  const { dataDir, open } = await opened();
  await (await open()).close();
  await writeRunningUrls(dataDir, { url: "http://127.0.0.1:9", consoleUrl: "http://127.0.0.1:9" });
  const appliance = await open();
  expect(readRunningUrls(dataDir)).toBeNull();
  await appliance.close();
});
