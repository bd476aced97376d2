/** The installed program is also its commands: the same process, no window, an exit code. */
import { once } from "node:events";
import { ANY_PORTS, expect, readyLine, runDesktop, spawnDesktop, test } from "./support/desktop.ts";

/** As /usr/bin/galley starts it. */
const WITHOUT_A_DISPLAY = {
  switches: ["--ozone-platform=headless", "--no-sandbox", "--disable-gpu", "--log-level=3"],
  preloads: [],
  env: { DISPLAY: undefined, WAYLAND_DISPLAY: undefined },
};
const run = (...args: string[]) => runDesktop(args, WITHOUT_A_DISPLAY);

test("serve runs until SIGTERM, and the other commands reach it or exit with a code", async ({ dataDir }) => {
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
  expect(mistyped.stderr).toContain('no command "serv". There are: serve');
  expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^galley \d+\.\d+\.\d+\n$/) });
  expect(link).toMatchObject({ code: 0, stdout: expect.stringContaining(`${ready.console_url}/login?token=`) });
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(/^Galley did not start\. .* is in use by another Galley/m);

  service.kill("SIGTERM");
  // On Windows a SIGTERM is no question.
  expect(await ended).toEqual(process.platform === "win32" ? [null, "SIGTERM"] : [0, null]);
});
