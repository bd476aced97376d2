import { once } from "node:events";
import fs from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { projectWithPages } from "./project.ts";

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test("a start that is ended while it builds ends the build with it, and the next start goes on", async () => {
  const project = projectWithPages();
  onTestFinished(() => project.remove());
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
});
