import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { projectWithPages } from "./project.ts";

test("with a display and a runtime, starts the desktop app with its flags, else the server alone with the reason", async () => {
  const project = projectWithPages();
  const electron = path.join(project.folder, "electron");
  project.write("electron", `#!/bin/sh\necho "desktop $@ \${ELECTRON_RUN_AS_NODE:-}"\nexit 5\n`);
  fs.chmodSync(electron, 0o755);
  const { code, stdout } = await project.run("scripts/start.mjs", ["--port", "0"], {
    DISPLAY: ":99",
    ELECTRON_PATH: electron,
    ELECTRON_RUN_AS_NODE: "1",
  });
  expect(stdout).toBe(`desktop ${project.folder} --port 0 \n`);
  expect(code).toBe(5);
  for (const made of ["main/main.js", "web/editor/index.html", "web/console/index.html", "web/docs/page.js"])
    expect(fs.existsSync(path.join(project.folder, "dist", made)), made).toBe(true);

  for (const [env, reason] of [
    [{}, "there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"],
    [{ DISPLAY: ":99", ELECTRON_PATH: "/no/electron" }, "ELECTRON_PATH is /no/electron, which does not exist"],
  ] as const)
    expect(await project.run("scripts/start.mjs", [], env)).toEqual({
      code: 0,
      stdout: "headless\n",
      stderr: `Starting headless: ${reason}.\n`,
    });
});
