import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { freePort, listening } from "../support/listening.ts";
import {
  ANY_PORTS,
  askAsThePage,
  test as base,
  expect,
  launchDesktop,
  launchHidden,
  readyLine,
  runDesktop,
  spawnDesktop,
} from "./support/desktop.ts";
import { exitAfter, recordRestart } from "./support/shown.ts";

/** A port that this process uses, like another program. */
const test = base.extend<{ takenPort: number }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from this pattern.
  takenPort: async ({}, use) => {
    const other = await listening(http.createServer());
    await use(other.port);
    await other.close();
  },
});

const configOf = (dataDir: string) => JSON.parse(fs.readFileSync(path.join(dataDir, "config.json"), "utf8"));
const write = (dataDir: string, config: object | string) =>
  fs.writeFileSync(path.join(dataDir, "config.json"), typeof config === "string" ? config : JSON.stringify(config));

/** Runs the app to its end, with a display for boxes. */
const start = (dataDir: string, env: Record<string, string> = {}) =>
  runDesktop([`--data-dir=${dataDir}`], { env: { DISPLAY: process.env.DISPLAY ?? ":0", ...env } });

test("names the program that uses the port, and offers another port @nightly", async ({ dataDir, takenPort }) => {
  await test.step("a used port from config.json is replaced permanently", async () => {
    const given = { port: takenPort, console_port: 0, sandbox_port: 0 };
    write(dataDir, given);
    const quit = await start(dataDir, { BOX_CHOICE: "1" });
    expect(quit.code).toBe(1);
    expect(quit.stderr).toContain(`Port ${takenPort} on 127.0.0.1 is in use by `);
    if (process.platform === "linux") expect(quit.stderr).toContain(`(process ${process.pid})`);
    expect(quit.stderr).toMatch(/message box: .*Then change Galley's URL to port \d+ in the sites that use it/);
    expect(quit.stderr).toMatch(/"buttons":\["Use port \d+","Quit"\]/);
    expect(quit.stderr).not.toContain("error box");
    expect(configOf(dataDir)).toEqual(given);

    const { app, url } = await launchHidden({ dataDir, ports: [] });
    const { port } = configOf(dataDir);
    expect(url).toBe(`http://127.0.0.1:${port}`);
    expect(port).not.toBe(takenPort);
    expect(configOf(dataDir)).toEqual({ ...given, port });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await app.close();
  });

  await test.step("a used port from a flag is replaced for this run only", async () => {
    const other = path.join(dataDir, "other");
    fs.mkdirSync(other);
    const desktop = await launchHidden({ dataDir: other, args: [`--port=${takenPort}`] });
    const { app, process: child, url } = desktop;
    expect(Number(new URL(url).port)).not.toBe(takenPort);
    expect(fs.existsSync(path.join(other, "config.json"))).toBe(false);
    const output = await recordRestart(desktop);
    const ended = once(child, "close");
    await app.evaluate(() => {
      // The error occurs again during the shutdown.
      for (let count = 0; count < 3; count++)
        setImmediate(() => {
          throw new Error("a stray exception");
        });
    });
    await ended;
    expect(output.stderr.match(/starts again/g)).toHaveLength(1);
    expect(output.stderr).toMatch(new RegExp(`starts again with .*--port=${takenPort} --port=${new URL(url).port}\n`));
  });
});

test("reads config.json, and the window follows a change of the console's port", async ({ dataDir }) => {
  write(dataDir, { port: 0, console_port: 0, sandbox_port: 0, public_url: "https://galley.example.org" });
  const desktop = await launchDesktop({ dataDir, ports: [] });
  const { app, window, consoleUrl } = desktop;
  expect(await desktop.console("GET", "/settings")).toMatchObject({
    appliance: { public_url: "https://galley.example.org" },
  });
  await window.goto(`${consoleUrl}/settings/network`);
  const free = await freePort();
  await window.getByLabel("Console port").fill(String(free));
  await window.getByRole("button", { name: "Save", exact: true }).click();
  await window.getByRole("button", { name: "Restart now" }).click();
  await window.getByRole("dialog").getByRole("button", { name: "Restart" }).click();
  await window.waitForURL(`http://127.0.0.1:${free}/**`, { timeout: 20_000 });
  await expect.poll(async () => (await askAsThePage(window, "/me")).status).toBe(200);
  expect(configOf(dataDir)).toMatchObject({ console_port: free, public_url: "https://galley.example.org" });
  expect(app.process().exitCode).toBeNull();
  await app.close();
});

test("reports a mistake in config.json and a database of a newer Galley", async ({ dataDir }) => {
  write(dataDir, '{"port": 8420,}');
  const broken = await start(dataDir);
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/error box: Galley did not start: .*config\.json is not JSON \(line 1, column 15/);
  fs.rmSync(path.join(dataDir, "config.json"));

  const file = path.join(dataDir, "galley.db");
  const newer = new Sqlite(file);
  newer.pragma("journal_mode = WAL");
  newer.pragma("user_version = 9999");
  newer.close();
  fs.writeFileSync(path.join(dataDir, "secret.key"), Buffer.alloc(32, 7).toString("base64url"));
  const before = fs.readFileSync(file);
  const { code, stderr } = await start(dataDir);
  expect(code).toBe(1);
  expect(stderr).toMatch(/error box: .*newer Galley/);
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});

/** Like /usr/bin/galley without a display. */
const WITHOUT_A_DISPLAY = {
  switches: ["--ozone-platform=headless", "--no-sandbox", "--disable-gpu", "--log-level=3"],
  preloads: [],
  env: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
};
const run = (...args: string[]) => runDesktop(args, WITHOUT_A_DISPLAY);

test("serve runs until SIGTERM, and other commands reach it or fail with an exit code", async ({ dataDir }) => {
  const service = spawnDesktop(["serve", `--data-dir=${dataDir}`, ...ANY_PORTS, "--json"], WITHOUT_A_DISPLAY);
  const ready = await readyLine(service);
  expect(ready.event).toBe("ready");
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);

  const [version, link, second] = await Promise.all([
    run("--version"),
    run("console-link", `--data-dir=${dataDir}`),
    run("--headless", `--data-dir=${dataDir}`, ...ANY_PORTS),
  ]);
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley \d+\.\d+\.\d+\n$/) });
  expect(link).toMatchObject({ code: 0, stdout: expect.stringContaining(`${ready.console_url}/login?token=`) });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Galley did not start\. .* is in use by another Galley/m);

  const ended = await exitAfter(service, () => service.kill("SIGTERM"));
  // On Windows, SIGTERM kills.
  expect(ended).toEqual(process.platform === "win32" ? [null, "SIGTERM"] : [0, null]);
});
