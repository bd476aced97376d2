import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { ended, projectWithPages, type ToolingProject } from "./project.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

// On Windows, a process is killed immediately and cannot end others.
test.skipIf(process.platform === "win32")(
  "SIGTERM during a build ends the build, and the next build succeeds",
  async () => {
    const project = projectWithPages();
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
    expect(isAlive(builder)).toBe(false);

    project.write("scripts/bundle.mjs", real);
    expect((await project.run("scripts/tasks.mjs", ["build", "web"])).code).toBe(0);
  },
);

/** Starts a program in the project and collects its output lines. */
function startProgram(project: ToolingProject, command: string, args: string[], detached = false) {
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

/** A project whose server prints the signals it receives and exits 300 ms after the first, so that a second one would show. */
function projectOfSignals(): ToolingProject {
  const project = projectWithPages();
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
  return project;
}

test.skipIf(process.platform === "win32")("SIGTERM to npm start shuts the server down with one signal", async () => {
  const project = projectOfSignals();
  // In its own process group, so that only npm receives the signal.
  const { child, output, lines } = startProgram(project, "npm", ["start", "--silent", "--", "--headless"], true);
  await once(lines, "line");
  const closed = once(lines, "close");
  child.kill("SIGTERM");
  // npm's shell may exit immediately, but the server keeps stdout open.
  await closed;
  expect(output).toEqual(["ready", "SIGTERM", "in order"]);
});

test.skipIf(process.platform === "win32")("a start without npm outlives its shell", async () => {
  const project = projectOfSignals();
  await project.run("scripts/tasks.mjs", ["build"]);
  const { child, output, lines } = startProgram(project, "sh", ["-c", `node scripts/start.mjs --headless & echo $!`]);
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
