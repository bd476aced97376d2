import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ended, projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
  project.write(
    "server/cli.ts",
    `const wait: NodeJS.Timeout = setInterval(() => {}, 1000);
     process.on("SIGTERM", () => { clearInterval(wait); process.exitCode = 7; });
     process.stdout.write(JSON.stringify(process.argv.slice(2)) + "\\n");
     if (process.argv.includes("--fail")) process.exit(3);`,
  );
});

// On Windows, SIGTERM kills the process.
test.skipIf(process.platform === "win32")(
  "passes flags, SIGTERM and the exit code, prints only the server's stdout, and rebuilds only changed parts",
  async () => {
    const child = project.start("scripts/start.mjs", ["--headless", "--port", "0", "--json"]);
    const end = ended(child);
    await once(child.stdout ?? child, "data");
    child.kill("SIGTERM");
    const { code, stdout, stderr } = await end;
    expect(stdout).toBe(`["--headless","--port","0","--json"]\n`);
    expect(stderr).toMatch(/^Building changed parts \(editor, console, docs, main\)\.\nBuilt in [\d.]+ s\.\n$/);
    expect(code).toBe(7);

    // A second start builds nothing and returns the server's exit code.
    const fail = ["--headless", "--fail"];
    const second = await project.run("scripts/start.mjs", fail);
    expect(second).toEqual({ code: 3, stdout: `["--headless","--fail"]\n`, stderr: "" });
    project.write("renderer/editor/main.ts", `document.title = "changed";`);
    const third = await project.run("scripts/start.mjs", fail);
    expect(third.stderr).toContain("Building changed parts (editor).");
  },
);

test("a failed build is reported and keeps the last good one", async () => {
  await project.run("scripts/tasks.mjs", ["build"]);
  const page = path.join(project.folder, "dist", "web", "editor", "index.html");
  const before = fs.readFileSync(page, "utf8");
  project.write("renderer/editor/main.ts", `import "./gone.ts";`);
  const { code, stdout, stderr } = await project.run("scripts/start.mjs", ["--headless"]);
  expect(code).toBe(1);
  expect(stdout).toBe("");
  expect(stderr).toContain("gone.ts");
  expect(stderr).toMatch(/The build of editor failed; the reason is above\.\n$/);
  expect(fs.readFileSync(page, "utf8")).toBe(before);
});

test.each([
  ["--help", "Every flag.\n"],
  ["--version", "galley 1.2.3\n"],
])("%s prints to stdout without installing, building or starting anything", async (flag, stdout) => {
  project.write("resources/help.txt", "Every flag.\n");
  fs.rmSync(path.join(project.folder, "node_modules"), { recursive: true });
  expect(await project.run("scripts/start.mjs", ["--headless", flag])).toEqual({ code: 0, stdout, stderr: "" });
  expect(fs.existsSync(path.join(project.folder, "dist"))).toBe(false);
});
