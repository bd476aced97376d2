import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { bareProject, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = bareProject();
  project.write(
    "work.mjs",
    `import fs from "node:fs";
     import { withLock } from "./scripts/lib/lock.mjs";
     await withLock(async () => {
       fs.appendFileSync("${project.folder}/log", "in\\n");
       await new Promise((resolve) => setTimeout(resolve, 30));
       fs.appendFileSync("${project.folder}/log", "out\\n");
     });`,
  );
});

const lockFile = () => path.join(project.folder, "dist", ".lock");
const log = () => fs.readFileSync(path.join(project.folder, "log"), "utf8");

test("runs processes that start at the same time one after the other", async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => project.run("work.mjs")));
  expect(all.map(({ code }) => code)).toEqual([0, 0, 0, 0, 0, 0]);
  expect(log()).toBe("in\nout\n".repeat(6));
  expect(fs.existsSync(lockFile())).toBe(false);
});

test("ignores the lock of a process that has ended", async () => {
  const { code } = await project.run("work.mjs");
  expect(code).toBe(0);
  const gone = project.start("work.mjs");
  await new Promise((resolve) => gone.on("close", resolve));
  project.write("dist/.lock", `${gone.pid} 1 left by a crash`);
  expect((await project.run("work.mjs")).code).toBe(0);
  expect(log()).toBe("in\nout\n".repeat(3));
});

test("reports the process that it waits for", async () => {
  project.write("dist/.lock", `${process.pid} 1 a living holder`);
  const waiting = project.start("work.mjs");
  const line = await new Promise((resolve) => waiting.stderr?.once("data", (text) => resolve(String(text))));
  expect(line).toBe(`Waiting for process ${process.pid}, which installs or builds in this folder.\n`);
  expect(fs.existsSync(path.join(project.folder, "log"))).toBe(false);
  fs.rmSync(lockFile());
  await new Promise((resolve) => waiting.on("close", resolve));
  expect(log()).toBe("in\nout\n");
});

test.runIf(process.platform === "linux")("reports a folder of another user without a stack", async () => {
  project.write(
    "closed.mjs",
    `import { withLock } from "./scripts/lib/lock.mjs";
     import { runMain } from "./scripts/lib/project.mjs";
     // Not even root can create a file there.
     runMain(() => withLock(async () => 0, "/sys/.lock"));`,
  );
  expect(await project.run("closed.mjs")).toEqual({
    code: 1,
    stdout: "",
    stderr: `This user may not write to ${project.folder} (EACCES). Start as the user who owns the folder.\n`,
  });
});
