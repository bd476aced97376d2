import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { environment, expect, launchHidden, readyLine, runDesktop, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";
import { clickMenuItem, clickTray, exitAfter, trayItem } from "./support/shown.ts";

test("starts at login without a window, and a second hidden start prints its URLs", async ({ dataDir }) => {
  const { app } = await launchHidden({ dataDir });
  await expect.poll(() => trayItem(app, "state")).toMatchObject({ label: "Running" });
  const secondStart = () => runDesktop([`--data-dir=${dataDir}`, "--hidden", "--json"], { preloads: [] });
  const { code, stdout } = await secondStart();
  expect(code).toBe(0);
  const ready = JSON.parse(stdout) as Record<string, string>;
  expect(ready).toMatchObject({ event: "ready", data_dir: dataDir });
  expect(Object.keys(ready).join(" ")).toBe("event url console_url console_link sandbox_url data_dir version");
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);
  const login = await fetch(ready.console_link ?? "", { redirect: "manual" });
  expect(login.headers.get("location")).toMatch(/^\/#key=/);
  expect(await app.evaluate(() => globalThis.consoleWindows().length)).toBe(0);

  // Without running.json, the second start cannot reach the first.
  fs.rmSync(path.join(dataDir, "running.json"));
  const lost = await secondStart();
  expect(lost).toMatchObject({ code: 1, stdout: "" });
  expect(lost.stderr).toMatch(/Galley is already running, but its URLs are unknown\. .*does not respond yet/);
  await app.close();
});

test("start at login writes an autostart file for the same data folder", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: macOS and Windows use no autostart file.
  test.skip(process.platform !== "linux", "macOS and Windows use no autostart file");
  const folder = path.join(dataDir, 'of "the session"');
  const file = path.join(folder, "autostart", "galley.desktop");
  const own = path.join(dataDir, "50% of $HOME's `data`");
  fs.mkdirSync(own);
  const { app } = await launchHidden({ dataDir: own, env: { XDG_CONFIG_HOME: folder } });
  await clickTray(app, "login");
  await expect.poll(() => trayItem(app, "login")).toMatchObject({ checked: true });
  const entry = fs.readFileSync(file, "utf8");
  await clickMenuItem(app, "login");
  await expect.poll(() => trayItem(app, "login")).toMatchObject({ checked: false });
  expect(fs.existsSync(file)).toBe(false);
  await app.close();

  // Starts the arguments of Exec like a desktop.
  const command = execOf(entry);
  expect(command.at(-1)).toBe("--hidden");
  expect(command).toContain(`--data-dir=${own}`);
  const isStandIn = desktopRuntime().isStandIn;
  const [program = "", ...args] = isStandIn ? [desktopRuntime().executable, ...command.slice(1)] : command;
  const started = spawn(program, [...args, "--json"], { env: environment(), stdio: ["ignore", "pipe", "inherit"] });
  expect(await readyLine(started)).toMatchObject({ event: "ready", data_dir: own });
  expect(await exitAfter(started, () => started.kill("SIGTERM"))).toEqual([0, null]);
});

/** Parses the Exec of an entry like GLib: the escapes of a value, then quotes, then field codes. */
function execOf(entry: string): string[] {
  const value = (/^Exec=(.+)$/m.exec(entry)?.[1] ?? "").replaceAll("\\\\", "\\");
  return [...value.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, quoted = ""]) =>
    quoted.replace(/\\(.)/g, "$1").replaceAll("%%", "%"),
  );
}
