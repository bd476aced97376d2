/** The commands of the installed program: no window, and an exit code. */
import { once } from "node:events";
import { ANY_PORTS, expect, readyLine, runDesktop, spawnDesktop, test } from "./support/desktop.ts";

/** Like /usr/bin/galley without a display. */
const WITHOUT_A_DISPLAY = {
  switches: ["--ozone-platform=headless", "--no-sandbox", "--disable-gpu", "--log-level=3"],
  preloads: [],
  env: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
};
const run = (...args: string[]) => runDesktop(args, WITHOUT_A_DISPLAY);

test("serve runs until SIGTERM, and other commands reach it or fail with an exit code", async ({ dataDir }) => {
  const service = spawnDesktop(["serve", `--data-dir=${dataDir}`, ...ANY_PORTS, "--json"], WITHOUT_A_DISPLAY);
  const ended = once(service, "exit");
  const ready = await readyLine(service);
  expect(ready.event).toBe("ready");
  expect((await fetch(`${ready.url}/healthz`)).status).toBe(200);

  const [mistyped, version, link, second] = await Promise.all([
    run("serv"),
    run("--version"),
    run("console-link", `--data-dir=${dataDir}`),
    run("--headless", `--data-dir=${dataDir}`, ...ANY_PORTS),
  ]);
  expect(mistyped.code).toBe(2);
  expect(mistyped.stderr).toContain('Unknown command "serv". Commands: serve');
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley \d+\.\d+\.\d+\n$/) });
  expect(link).toMatchObject({ code: 0, stdout: expect.stringContaining(`${ready.console_url}/login?token=`) });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Galley did not start\. .* is in use by another Galley/m);

  service.kill("SIGTERM");
  // On Windows, SIGTERM kills.
  expect(await ended).toEqual(process.platform === "win32" ? [null, "SIGTERM"] : [0, null]);
});
