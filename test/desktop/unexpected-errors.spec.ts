import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { cpuOf } from "../support/proc.ts";
import { ANY_PORTS, expect, launchHidden, QUIET_DIALOGS, readyLine, spawnDesktop, test } from "./support/desktop.ts";
import { ROOT } from "./support/runtime.ts";
import { chooseInBoxes, exitAfter, recordRestart } from "./support/shown.ts";

test.use({ ownDesktop: true });

const STRAY_FAULTS = path.join(ROOT, "test", "support", "stray-faults.cjs");

const logOf = (dataDir: string) => fs.readFileSync(path.join(dataDir, "logs", "galley.log"), "utf8");
const crashFiles = (dataDir: string) =>
  fs.readdirSync(path.join(dataDir, "logs")).filter((name) => name.startsWith("crash-"));

/** Reads the text through the app, since Playwright cannot use a page whose process has ended. */
const textOf = (app: ElectronApplication) =>
  app.evaluate(async () => {
    const contents = globalThis.consoleWindow()?.webContents;
    return contents?.executeJavaScript("document.body.innerText").catch(() => "") as Promise<string>;
  });

test("keeps running when the reader of its output has exited", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: the processor's time is read from /proc.
  test.skip(process.platform !== "linux", "the processor's time is read from /proc");
  const preloads = [QUIET_DIALOGS, STRAY_FAULTS];
  const app = spawnDesktop([`--data-dir=${dataDir}`, ...ANY_PORTS, "--json"], { preloads });
  app.stderr.resume();
  const { url } = await readyLine(app);
  const started = logOf(dataDir);

  app.stdout.destroy();
  app.stderr.destroy();
  await Promise.all([once(app.stdout, "close"), once(app.stderr, "close")]);
  const before = cpuOf(app.pid ?? 0) ?? 0;
  for (let lines = 1; lines <= 5; lines++) {
    app.kill("SIGUSR2");
    await expect.poll(() => logOf(dataDir).split("Error: a stray rejection").length - 1).toBe(lines);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  }
  expect((cpuOf(app.pid ?? 0) ?? Number.NaN) - before).toBeLessThan(2_000);
  expect(logOf(dataDir).startsWith(started)).toBe(true);
  expect(logOf(dataDir)).not.toContain("EPIPE");

  expect(await exitAfter(app, () => app.kill("SIGTERM"))).toEqual([0, null]);
});

test("reports a missing browser, crashes of GPU and page, and unhandled rejections once each", async ({ desktop }) => {
  const { app, window, url, dataDir } = desktop;
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.reject(new Error("no browser is installed"));
  });
  const boxes = await chooseInBoxes(app, 0);
  const address = `${url}/docs?ticket=open-sesame`;
  await window.evaluate((opened) => void globalThis.open(opened), address);
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(address);
  expect(await boxes()).toMatchObject([{ detail: `Copy this URL and open it in a browser:\n${address}` }]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(logOf(dataDir)).toContain("no browser is installed");
  expect(logOf(dataDir)).not.toContain("open-sesame");

  await app.evaluate(({ app: running }) => {
    for (let times = 0; times < 50; times++)
      running.emit("child-process-gone", {}, { type: "GPU", reason: "crashed", exitCode: 139 });
  });
  await expect.poll(() => logOf(dataDir)).toContain('process "GPU" crashed');
  expect(logOf(dataDir).split('process "GPU" crashed')).toHaveLength(2);

  const warnings = await chooseInBoxes(app, 0);
  await app.evaluate(() => {
    for (let count = 0; count < 50; count++) void Promise.reject(new Error("a stray rejection"));
  });
  await expect.poll(warnings).toMatchObject([{ message: "Something went wrong in Galley." }]);
  const files = crashFiles(dataDir);
  // Fifty rejections do not make fifty files.
  expect(files.length).toBeGreaterThanOrEqual(1);
  expect(files.length).toBeLessThanOrEqual(5);
  expect(fs.readFileSync(path.join(dataDir, "logs", files[0] ?? ""), "utf8")).toContain("Error: a stray rejection");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await test.step("reloads a crashed page", async () => {
    const ended = app.evaluate(
      () =>
        new Promise((resolve) =>
          globalThis
            .consoleWindow()
            ?.webContents.once("render-process-gone", (_event, { reason }) => resolve(reason))
            .forcefullyCrashRenderer(),
        ),
    );
    expect(await ended).toBe("crashed");
    await expect.poll(() => textOf(app)).toContain("Deliveries");
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });
});

test("restarts once after an exception and saves a report without secrets, but not during Quit @nightly", async ({
  dataDir,
}) => {
  const saved = path.join(dataDir, "for-support.txt");
  const planted = ["Zk3v9QmT7yB1xN5cR8wL2pD6", "correct horse", "The mayor resigned on Tuesday after weeks of silence"];
  const crash = async (folder: string, env: Record<string, string> = {}, quits = false) => {
    const desktop = await launchHidden({ dataDir: folder, env: { SMTP_PASSWORD: "correct horse", ...env } });
    const ended = once(desktop.process, "exit");
    const output = await recordRestart(desktop);
    await desktop.app.evaluate(({ app: own }, isQuitting) => {
      setImmediate(() => {
        if (isQuitting) own.quit();
        throw new Error(
          'a stray exception; Authorization: Bearer Zk3v9QmT7yB1xN5cR8wL2pD6; correct horse; "The mayor resigned on Tuesday after weeks of silence"',
        );
      });
    }, quits);
    const [code] = await ended;
    return { code, stderr: output.stderr };
  };
  const first = await crash(dataDir);
  expect(first.code).toBe(1);
  expect(first.stderr).toMatch(/starts again with .*--port=0/);
  expect(crashFiles(dataDir)).toHaveLength(1);
  expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);

  // The third button of the box that the next start shows saves the report.
  const second = await crash(dataDir, { BOX_CHOICE: "2", SAVE_TO: saved });
  expect(logOf(dataDir)).toContain("Galley has restarted");
  const report = fs.readFileSync(saved, "utf8");
  expect(report).toContain("Error: a stray exception");
  expect(report).toMatch(/Galley \d+\.\d+\.\d+ · Electron .* · Node 24/);
  for (const secret of planted) expect(report).not.toContain(secret);

  expect(second.code).toBe(1);
  expect(second.stderr).not.toContain("starts again with");
  expect(second.stderr).toMatch(/message box: .*second error within ten minutes/);

  await test.step("does not restart during Quit", async () => {
    const quitting = path.join(dataDir, "quitting");
    fs.mkdirSync(quitting);
    const { code, stderr } = await crash(quitting, {}, true);
    expect(code).toBe(1);
    expect(stderr).not.toContain("starts again");
    expect(crashFiles(quitting)).toHaveLength(1);
  });
});
