import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, expect, test } from "vitest";
import { ROOT, read } from "../support/project-files.ts";
import { projectWithPages, type ToolingProject } from "./project.ts";

let project: ToolingProject;
beforeEach(() => {
  project = projectWithPages();
  project.write("server/storage/migrations/0001-first.sql", "CREATE TABLE greetings (word TEXT);");
  project.write("server/storage/migrations/notes.md", "not a migration");
  project.write(
    "server/media/greet-worker.ts",
    `import { parentPort } from "node:worker_threads";
     import { greeting } from "./greeting.ts";
     parentPort?.postMessage(greeting("worker"));`,
  );
  project.write("server/media/greeting.ts", `export const greeting = (who: string): string => "hello " + who;`);
  project.write(
    "server/media/greet.ts",
    `import { once } from "node:events";
     import { Worker } from "node:worker_threads";
     import { greeting } from "./greeting.ts";
     export const greet = async (): Promise<string[]> => {
       const worker = new Worker(new URL("./greet-worker.ts", import.meta.url));
       return [greeting("main"), ...(await once(worker, "message"))];
     };`,
  );
  project.write(
    "main/main.ts",
    `import fs from "node:fs";
     import path from "node:path";
     import Database from "better-sqlite3";
     import { greet } from "../server/media/greet.ts";
     const migrations = fs.readdirSync(path.join(import.meta.dirname, "migrations"));
     const one = new Database(":memory:").prepare("SELECT 1 AS one").get();
     console.log(JSON.stringify([await greet(), migrations, one]));`,
  );
});

async function build(target: string, env: NodeJS.ProcessEnv = {}): Promise<void> {
  const built = await project.run("scripts/tasks.mjs", ["build", target], env);
  expect(built.code, built.stderr).toBe(0);
}

/** Builds and runs the main process. Returns its output. */
async function outputOfMain(): Promise<unknown> {
  await build("main");
  const { stdout } = await promisify(execFile)(process.execPath, [path.join(project.folder, "dist/main/main.js")]);
  return JSON.parse(stdout);
}

test("the main bundle finds its workers, its migrations and the native module", async () => {
  expect(await outputOfMain()).toEqual([["hello main", "hello worker"], ["0001-first.sql"], { one: 1 }]);
});

test("importing node:http does not load the modules of its rarely used properties", async () => {
  project.write(
    "main/main.ts",
    `import http, { STATUS_CODES } from "node:http";
     import https from "node:https";
     const loaded = process.moduleLoadList.filter((name) => name.endsWith("/undici") || name.endsWith(" http2"));
     console.log(JSON.stringify([STATUS_CODES[404], typeof http.createServer, typeof https.request, loaded]));`,
  );
  expect(await outputOfMain()).toEqual(["Not Found", "function", "function", []]);
});

test("the headless entry caches its compiled code next to the bundle", async () => {
  project.write("server/cli.ts", fs.readFileSync("server/cli.ts", "utf8"));
  project.write("server/commands/commands.ts", "export const runCommand = (): number => 0;");
  project.write("server/core/uncaught-errors.ts", "export const ignoreClosedOutput = (): void => {};");
  await build("main");
  const env = { ...process.env, NODE_COMPILE_CACHE: undefined };
  await promisify(execFile)(process.execPath, [path.join(project.folder, "dist/main/cli.js")], { env });
  expect(fs.readdirSync(path.join(project.folder, "dist/.compiled"))).toHaveLength(1);
});

test("a build is always for production, regardless of NODE_ENV", async () => {
  project.write("renderer/console/main.ts", "console.log(import.meta.env.DEV, process.env.NODE_ENV);");
  await build("console", { NODE_ENV: "development" });
  const assets = path.join(project.folder, "dist/web/console/assets");
  const code = fs.readdirSync(assets).map((name) => fs.readFileSync(path.join(assets, name), "utf8"));
  expect(code.join()).toMatch(/console\.log\(!1, ?[`"']production[`"']\)/);
});

test("installed files have the same relative path from the sources and from the bundle", () => {
  const sources = fs.globSync(["server/**/*.ts", "main/**/*.ts"], { cwd: ROOT });
  const paths = sources.flatMap((source) =>
    [...read(source).matchAll(/new URL\("(\.\.[^"]*)", import\.meta\.url\)/g)]
      .map(([, relative = ""]) => ({ source, relative }))
      .filter(({ relative }) => !relative.endsWith(".ts")),
  );
  expect(paths.length).toBeGreaterThan(0);
  for (const { source, relative } of paths)
    expect(path.resolve(ROOT, source, "..", relative), source).toBe(path.resolve(ROOT, "dist/main", relative));
});
