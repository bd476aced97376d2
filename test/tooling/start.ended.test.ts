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

// Whoever is ended on Windows is ended at once, and ends nobody else.
test.skipIf(process.platform === "win32")(
  "a start that is ended while it builds ends the build with it, and the next start goes on",
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
    const child = project.start("scripts/build.mjs", ["web"]);
    const watcher = fs.watch(project.folder);
    onTestFinished(() => watcher.close());
    while (!fs.existsSync(`${project.folder}/building`)) await once(watcher, "change");
    child.kill("SIGTERM");
    await once(child, "close");
    const builder = Number(fs.readFileSync(`${project.folder}/building`, "utf8"));
    expect(builder).toBeGreaterThan(0);
    expect(isAlive(builder)).toBe(false);

    project.write("scripts/bundle.mjs", real);
    expect((await project.run("scripts/build.mjs", ["web"])).code).toBe(0);
  },
);

/** A program of the system in the project, with each line that it says. */
function heard(project: ToolingProject, command: string, args: string[], detached = false) {
  const child = spawn(command, args, {
    cwd: project.folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME },
    stdio: ["ignore", "pipe", "inherit"],
    detached,
  });
  const said: string[] = [];
  const lines = createInterface({ input: child.stdout });
  lines.on("line", (line) => said.push(line));
  return { child, said, lines };
}

/** A project whose server says which signals it gets, and ends 300 ms after the first: time for another to show. */
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

test.skipIf(process.platform === "win32")(
  "npm start that is told to end ends the server in order, by one signal",
  async () => {
    const project = projectOfSignals();
    // A process group of its own, so that nothing but the signal to npm itself is sent.
    const { child, said, lines } = heard(project, "npm", ["start", "--silent", "--", "--headless"], true);
    await once(lines, "line");
    const closed = once(lines, "close");
    child.kill("SIGTERM");
    // npm's shell may be gone at once; the server holds stdout for as long as it lives.
    await closed;
    expect(said).toEqual(["ready", "SIGTERM", "in order"]);
  },
);

test.skipIf(process.platform === "win32")("a start without npm does not end with the shell that began it", async () => {
  const project = projectOfSignals();
  await project.run("scripts/build.mjs");
  const { child, said, lines } = heard(project, "sh", ["-c", `node scripts/start.mjs --headless & echo $!`]);
  const whole = ended(child);
  await once(child, "exit");
  while (said.length < 2) await once(lines, "line");
  const pid = Number(said.find((line) => /^\d+$/.test(line)));
  // What does not happen cannot be waited for: several looks at the parent.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(said).toContain("ready");
  expect(said).not.toContain("SIGTERM");
  process.kill(pid, "SIGTERM");
  await whole;
  expect(said.slice(-2)).toEqual(["SIGTERM", "in order"]);
});
