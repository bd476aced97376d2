import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { extractAll } from "@electron/asar";
import { FuseState, FuseV1Options, getCurrentFuseWire } from "@electron/fuses";
import { ANY_PORTS, environment, expect, test } from "../../desktop/support/desktop.ts";
import { desktopRuntime, ROOT } from "../../desktop/support/runtime.ts";
import { downloadArchive, makeProject, saveArticle } from "../../desktop/support/site.ts";

test.describe.configure({ mode: "serial" });
// biome-ignore lint/suspicious/noSkippedTests: macOS and Windows lay the packed folder out differently.
test.skip(process.platform !== "linux", "the packed folder is looked at as Linux lays it out");

let release: string;
const packed = (...parts: string[]): string => path.join(release, "linux-unpacked", ...parts);

test.beforeAll(async () => {
  test.setTimeout(180_000);
  release = fs.mkdtempSync(path.join(os.tmpdir(), "galley-release-"));
  const script = path.join(ROOT, "scripts", "package.mjs");
  await promisify(execFile)(process.execPath, [script, "--linux", "dir", `-c.directories.output=${release}`], {
    env: environment(),
  });
});
test.afterAll(() => fs.rmSync(release, { recursive: true, force: true }));

test("the executable's fuses are set", async () => {
  const wire = await getCurrentFuseWire(packed("galley"));
  const on = [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, FuseV1Options.OnlyLoadAppFromAsar];
  const off = [
    FuseV1Options.RunAsNode,
    FuseV1Options.EnableCookieEncryption,
    FuseV1Options.EnableNodeOptionsEnvironmentVariable,
    FuseV1Options.EnableNodeCliInspectArguments,
  ];
  expect(on.map((fuse) => wire[fuse])).toEqual(on.map(() => FuseState.ENABLE));
  expect(off.map((fuse) => wire[fuse])).toEqual(off.map(() => FuseState.DISABLE));
});

/** The packed app itself, or its archive's content on the stand-in, far from the project's node_modules. */
function startPacked(dataDir: string): ChildProcess {
  const { executable, isStandIn } = desktopRuntime();
  const content = path.join(release, "content");
  if (isStandIn) extractAll(packed("resources", "app.asar"), content);
  const [command, ...app] = isStandIn ? [executable, content] : [packed("galley"), "--no-sandbox"];
  fs.mkdirSync(temporary());
  return spawn(command ?? executable, [...app, `--data-dir=${dataDir}`, ...ANY_PORTS, "--json"], {
    cwd: dataDir,
    env: { ...environment(), TMPDIR: temporary() },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Where Electron puts what it copies out of the archive. */
const temporary = (): string => path.join(release, "temporary");

/** What cleaners of the temporary folder do; on the stand-in, which reads no archive, the packed files themselves go. */
function forgetPackedFiles(): void {
  const gone = desktopRuntime().isStandIn
    ? ["content/dist/web", "content/resources", "content/node_modules/swagger-ui-dist"]
    : fs.readdirSync(temporary()).map((name) => path.join("temporary", name));
  for (const name of gone) fs.rmSync(path.join(release, name), { recursive: true });
}

test("it starts, takes a save, gives out the archive, shows its pages also when their files have gone, and ends", async ({
  dataDir,
}) => {
  const app = startPacked(dataDir);
  const ended = once(app, "exit");
  const lines = createInterface({ input: app.stdout ?? process.stdin });
  const [line] = (await once(lines, "line")) as [string];
  const ready = JSON.parse(line) as Record<"event" | "url" | "console_url" | "sandbox_url" | "version", string>;
  expect(ready).toMatchObject({
    event: "ready",
    version: JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8")).version,
  });

  const project = await makeProject(ready.console_url, fs.readFileSync(path.join(dataDir, "console-token"), "utf8"));
  const saved = await saveArticle(ready.url, project, "Set in the packed app");
  const archive = await downloadArchive(project, saved);
  expect(archive.status).toBe(200);
  expect(
    Buffer.from(await archive.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe("PK");
  forgetPackedFiles();
  const pages = [
    `${ready.console_url}/`,
    `${ready.console_url}/licences.txt`,
    `${ready.url}/editor/${saved.session_id}`,
    `${ready.url}/docs`,
    `${ready.url}/openapi.json`,
    `${ready.sandbox_url}/`,
  ];
  for (const page of pages) {
    const answer = await fetch(page);
    expect(answer.status, page).toBe(200);
    for (const [, file = ""] of (await answer.text()).matchAll(/(?:src|href)="([^"#?]+\.(?:js|css|svg))"/g)) {
      const address = new URL(file, page).href;
      expect((await fetch(address)).status, address).toBe(200);
    }
  }

  app.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});
