import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
});

test("without a display one line says so and the server starts alone", async () => {
  const { code, stdout, stderr } = await project.run("scripts/start.mjs");
  expect(code).toBe(0);
  expect(stdout).toBe("headless\n");
  const said = "Starting headless: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).";
  expect(stderr.split("\n").filter((line) => line.includes("headless"))).toEqual([said]);
});

test("with a display and a runtime the desktop app starts on the whole build, with its flags", async () => {
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
});

test("a runtime that is named but not there is named in the one line", async () => {
  const { stdout, stderr } = await project.run("scripts/start.mjs", [], {
    DISPLAY: ":99",
    ELECTRON_PATH: "/no/electron",
  });
  expect(stdout).toBe("headless\n");
  expect(stderr).toContain("Starting headless: ELECTRON_PATH names /no/electron, which is not there.\n");
});
