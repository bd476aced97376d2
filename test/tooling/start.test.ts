import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
});

test("without a display, starts the server alone and prints the reason", async () => {
  const { code, stdout, stderr } = await project.run("scripts/start.mjs");
  expect(code).toBe(0);
  expect(stdout).toBe("headless\n");
  const reason = "Starting headless: there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set).";
  expect(stderr.split("\n").filter((line) => line.includes("headless"))).toEqual([reason]);
});

test("with a display and a runtime, builds everything and starts the desktop app with its flags", async () => {
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

test("reports an ELECTRON_PATH that does not exist", async () => {
  const { stdout, stderr } = await project.run("scripts/start.mjs", [], {
    DISPLAY: ":99",
    ELECTRON_PATH: "/no/electron",
  });
  expect(stdout).toBe("headless\n");
  expect(stderr).toContain("Starting headless: ELECTRON_PATH is /no/electron, which does not exist.\n");
});
