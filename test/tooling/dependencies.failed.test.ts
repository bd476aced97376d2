import { beforeEach, expect, test } from "vitest";
import { bareProject, type ToolingProject, writeLock } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
});

test("reports an unreachable registry on stderr, with what to do", async () => {
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"left-here": "1.0.0"}}`);
  const packages = {
    "": { name: "small", version: "1.0.0", dependencies: { "left-here": "1.0.0" } },
    "node_modules/left-here": { version: "1.0.0" },
  };
  writeLock(project, packages);
  const { code, stdout, stderr } = await project.run("scripts/start.mjs", ["--headless", "--json"], {
    npm_config_registry: "http://127.0.0.1:9/",
    npm_config_cache: `${project.folder}/cache`,
    npm_config_fetch_retries: "0",
    // npm start --silent passes this on, but the reason must still appear.
    npm_config_loglevel: "silent",
  });
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toMatch(
    /The npm registry http:\/\/127\.0\.0\.1:9 cannot be reached \(ECONNREFUSED\)\..*Then start again\.\n$/,
  );
});

test("reports a lock file that does not match package.json, with what to do", async () => {
  project.write("tiny/package.json", `{"name": "tiny", "version": "1.0.0"}`);
  project.write("package.json", `{"name": "small", "version": "1.0.0", "dependencies": {"tiny": "file:tiny"}}`);
  project.write("package-lock.json", `{"lockfileVersion": 3, "packages": {"": {"name": "small"}}}`);
  const { code, stderr } = await project.run("scripts/tasks.mjs", ["build"]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/package-lock\.json does not match package\.json\. Run "npm install".*\n$/);
});
