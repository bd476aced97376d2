/** The installed program is also its commands: the same process, no window, an exit code. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ANY_PORTS, environment, expect, test } from "./support/desktop.ts";
import { desktopRuntime, ROOT } from "./support/runtime.ts";

/** As /usr/bin/galley starts it. */
const WITHOUT_A_DISPLAY = ["--ozone-platform=headless", "--no-sandbox", "--disable-gpu", "--log-level=3"];

function start(...args: string[]): ChildProcess {
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...env } = environment();
  return spawn(desktopRuntime().executable, [...WITHOUT_A_DISPLAY, ROOT, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = start(...args);
  const said = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const) child[name]?.on("data", (data) => (said[name] += data));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...said };
}

test("serve runs until SIGTERM, and the other commands reach it or exit with a code", async ({ dataDir }) => {
  const service = start("serve", `--data-dir=${dataDir}`, ...ANY_PORTS, "--json");
  const ended = once(service, "exit");
  const lines = createInterface({ input: service.stdout ?? process.stdin });
  const ready = JSON.parse(((await once(lines, "line")) as [string])[0]) as Record<
    "event" | "url" | "console_url",
    string
  >;
  expect(ready.event).toBe("ready");
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);

  expect(await run("serv")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('no command "serv". There are: serve'),
  });
  expect(await run("--version")).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley \d+\.\d+\.\d+\n$/) });
  const link = await run("console-link", `--data-dir=${dataDir}`);
  expect(link).toMatchObject({ code: 0, stdout: expect.stringContaining(`${ready.console_url}/login?token=`) });
  const second = await run("--headless", `--data-dir=${dataDir}`, ...ANY_PORTS);
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Galley did not start\. .* is in use by another Galley/m);

  service.kill("SIGTERM");
  // On Windows a SIGTERM is no question.
  expect(await ended).toEqual(process.platform === "win32" ? [null, "SIGTERM"] : [0, null]);
});
