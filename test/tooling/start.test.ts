import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { ended, projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
});

test("with a display and a runtime, starts the desktop app with its flags, else the server alone with the reason", async () => {
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

// On Windows, SIGTERM kills the process.
test.skipIf(process.platform === "win32")(
  "passes flags, SIGTERM and the exit code, prints only the server's stdout, and rebuilds only changed parts",
  async () => {
    project.write(
      "server/cli.ts",
      `const wait: NodeJS.Timeout = setInterval(() => {}, 1000);
       process.on("SIGTERM", () => { clearInterval(wait); process.exitCode = 7; });
       process.stdout.write(JSON.stringify(process.argv.slice(2)) + "\\n");
       if (process.argv.includes("--fail")) process.exit(3);`,
    );
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

// On Windows, a process is killed immediately and cannot end others.
test.skipIf(process.platform === "win32")(
  "SIGTERM during a build ends the build, and the next build succeeds",
  async () => {
    const real = fs.readFileSync(`${project.folder}/scripts/bundle.mjs`, "utf8");
    project.write(
      "scripts/bundle.mjs",
      `import fs from "node:fs";
     setInterval(() => {}, 1000);
     fs.writeFileSync("${project.folder}/building.new", String(process.pid));
     fs.renameSync("${project.folder}/building.new", "${project.folder}/building");`,
    );
    const child = project.start("scripts/tasks.mjs", ["build", "web"]);
    const watcher = fs.watch(project.folder);
    onTestFinished(() => watcher.close());
    while (!fs.existsSync(`${project.folder}/building`)) await once(watcher, "change");
    child.kill("SIGTERM");
    await once(child, "close");
    const builder = Number(fs.readFileSync(`${project.folder}/building`, "utf8"));
    expect(builder).toBeGreaterThan(0);
    expect(() => process.kill(builder, 0)).toThrow("ESRCH");

    project.write("scripts/bundle.mjs", real);
    expect((await project.run("scripts/tasks.mjs", ["build", "web"])).code).toBe(0);
  },
);

/** Starts a program in the project and collects its output lines. */
function startProgram(command: string, args: string[], detached = false) {
  const child = spawn(command, args, {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", "pipe", "inherit"],
    detached,
  });
  const output: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => output.push(line));
  return { child, output, lines };
}

/** Makes the server print the signals it receives and exit 300 ms after the first, so that a second one would show. */
function printSignals(): void {
  project.write(
    "package.json",
    `{"name": "small", "version": "1.2.3", "type": "module", "scripts": {"start": "node scripts/start.mjs"}}`,
  );
  project.write(
    "server/cli.ts",
    `const wait: NodeJS.Timeout = setInterval(() => {}, 1000);
     for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
       process.on(name, () => {
         process.stdout.write(name + "\\n");
         setTimeout(() => { clearInterval(wait); process.stdout.write("in order\\n", () => process.exit(0)); }, 300);
       });
     process.stdout.write("ready\\n");`,
  );
}

test.skipIf(process.platform === "win32")("SIGTERM to npm start shuts the server down with one signal", async () => {
  printSignals();
  // In its own process group, so that only npm receives the signal.
  const { child, output, lines } = startProgram("npm", ["start", "--silent", "--", "--headless"], true);
  await once(lines, "line");
  const closed = once(lines, "close");
  child.kill("SIGTERM");
  // npm's shell may exit immediately, but the server keeps stdout open.
  await closed;
  expect(output).toEqual(["ready", "SIGTERM", "in order"]);
});

test.skipIf(process.platform === "win32")("a start without npm outlives its shell", async () => {
  printSignals();
  await project.run("scripts/tasks.mjs", ["build"]);
  const { child, output, lines } = startProgram("sh", ["-c", `node scripts/start.mjs --headless & echo $!`]);
  const whole = ended(child);
  await once(child, "exit");
  while (output.length < 2) await once(lines, "line");
  const pid = Number(output.find((line) => /^\d+$/.test(line)));
  // Long enough for several checks of the parent process.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(output).toContain("ready");
  expect(output).not.toContain("SIGTERM");
  process.kill(pid, "SIGTERM");
  await whole;
  expect(output.slice(-2)).toEqual(["SIGTERM", "in order"]);
});
