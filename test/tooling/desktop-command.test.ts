/** The command `galley` of the installed desktop app, with and without a display. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/appliance.ts";

const WRAPPER = path.resolve(import.meta.dirname, "../../resources/linux/galley.sh");
const WITHOUT_A_DISPLAY = "--ozone-platform=headless --no-sandbox --disable-gpu --log-level=3";

/** Runs the wrapper in an installed folder with a program that prints its arguments. */
function galley(args: string[], env: NodeJS.ProcessEnv, user = 1000) {
  const app = temporaryFolder();
  for (const folder of ["bin", "system"]) fs.mkdirSync(path.join(app, folder));
  fs.copyFileSync(WRAPPER, path.join(app, "bin", "galley"));
  fs.writeFileSync(path.join(app, "galley"), '#!/bin/sh\necho "$@"\n');
  fs.writeFileSync(path.join(app, "chrome-sandbox"), "");
  // Replaces the system's `id`, so that the result does not depend on the current user.
  fs.writeFileSync(path.join(app, "system", "id"), `#!/bin/sh\necho ${user}\n`);
  for (const name of ["bin/galley", "galley", "system/id"]) fs.chmodSync(path.join(app, name), 0o755);
  // Like the package does on systems that require it.
  fs.chmodSync(path.join(app, "chrome-sandbox"), 0o4755);
  const ended = spawnSync(path.join(app, "bin", "galley"), args, {
    encoding: "utf8",
    env: { PATH: `${path.join(app, "system")}:${process.env.PATH}`, ...env },
  });
  return { code: ended.status, out: ended.stdout.trim(), err: ended.stderr.trim() };
}

it.runIf(process.platform === "linux")("opens the window with a display, and runs commands without one", () => {
  expect(galley(["--port", "9000"], { DISPLAY: ":0" })).toEqual({ code: 0, out: "--port 9000", err: "" });
  expect(galley([], { WAYLAND_DISPLAY: "wayland-0" })).toEqual({ code: 0, out: "", err: "" });
  expect(galley(["doctor", "--json"], {})).toEqual({ code: 0, out: `${WITHOUT_A_DISPLAY} doctor --json`, err: "" });
});

it.runIf(process.platform === "linux")("starts without a window and reports it if there is no display", () => {
  const { code, out, err } = galley(["--port", "9000"], {});
  expect([code, out]).toEqual([0, `${WITHOUT_A_DISPLAY} --headless --port 9000`]);
  expect(err).toMatch(/^There is no display .*\. Galley starts without its window\.$/);
});

it.runIf(process.platform === "linux")("refers root without a display to the service", () => {
  const { code, out, err } = galley([], {}, 0);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("systemctl enable --now galley");
});
