/** The installed program at work: started by its own command, used by a site and a journalist, ended. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { nodePackage } from "../../../scripts/lib/project.mjs";
import type { ReplicaTest } from "../../../server/contracts/replica-api.ts";
import { consoleOf } from "../../support/running-appliance.ts";
import { downloadArchive, type Keys, openSession, type Site, saveVersion } from "../../support/site.ts";
import { extractContent } from "./content.ts";
import { must } from "./steps.ts";

const START_MS = 30_000;
const DELIVERY_MS = 20_000;

/** Flags of a start that disturbs no other Galley on the machine. */
export const ANY_PORTS = ["--port=0", "--console-port=0", "--sandbox-port=0", "--json"];

export interface Running {
  url: string;
  consoleUrl: string;
  sandboxUrl: string;
  version: string;
  /** Ends it as systemd does. @throws Error when it ends with anything but 0 */
  stop(): Promise<void>;
}

/** What was packed without the runtime is a script that says so. */
export function isMadeUp(folder: string): boolean {
  return fs.readFileSync(path.join(folder, "galley")).subarray(0, 2).toString() === "#!";
}

/**
 * Puts the specs' stand-in for Electron in the place of an executable that cannot start; it runs the content of app.asar.
 * @param folder the installed app
 * @param content where the archive's content is extracted to
 * @param seen the same two, and the project, as the program sees them
 */
export function putStandIn(folder: string, content: string, seen: { content: string; project: string }): void {
  extractContent(folder, content);
  const standIn = path.join(seen.project, "test", "desktop", "stand-in");
  const node = path.join(seen.project, "node_modules", nodePackage(), "bin", "node");
  fs.rmSync(path.join(folder, "galley"));
  fs.writeFileSync(
    path.join(folder, "galley"),
    `#!/bin/sh\nexec ${node} --import ${standIn}/register.ts ${standIn}/run.ts ${seen.content} "$@"\n`,
    { mode: 0o755 },
  );
}

/** Starts it and waits for its line. @throws Error with what it wrote when it ends before */
export async function start(command: string, args: string[], env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  const ready = await Promise.race([
    firstLine(child),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`it ended with ${code}: ${said}`))),
    after(START_MS, () => `it was not ready within ${START_MS / 1000} s: ${said}`),
  ]);
  const { event, url, console_url, sandbox_url = "", version } = JSON.parse(ready) as Record<string, string>;
  must(event === "ready" && !!url && !!console_url && !!version, `its first line is no ready line: ${ready}`);
  return {
    url,
    consoleUrl: console_url,
    sandboxUrl: sandbox_url,
    version,
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await ended;
      must(code === 0, `it ended with ${code}: ${said}`);
    },
  };
}

async function firstLine(child: ChildProcess): Promise<string> {
  must(child.stdout !== null, "its output is not read");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}

async function after(ms: number, sentence: () => string): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, ms).unref());
  throw new Error(sentence());
}

export interface Delivered {
  keys: Keys;
  materialId: string;
  versionId: string;
  contentUrl: string;
}

/** The whole loop: a site opens a session, its editor tab saves, the callback comes, the site downloads the archive. */
export async function saveAndDeliver(galley: Running, dataDir: string, site: Site): Promise<Delivered> {
  const keys = await consoleOf({ consoleUrl: galley.consoleUrl, dataDir }).createProject();
  const materialId = `article-${randomUUID()}`;
  const session = await openSession(galley.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  const asked = site.callbacks.length;
  const { version_id: versionId } = await saveVersion(session, "Set from a package");
  const callback = await Promise.race([
    site.received(asked + 1),
    after(DELIVERY_MS, () => `no callback within ${DELIVERY_MS / 1000} s`),
  ]);
  must(callback.body.material_id === materialId, `the callback is of ${callback.body.material_id}`);
  const delivered = { keys, materialId, versionId, contentUrl: callback.body.content_url };
  await mustGiveArchive(delivered);
  return delivered;
}

/**
 * A replica with the package's own Litestream: a probe is written, read and restored.
 * @param seen the data folder, as the program sees it
 */
export async function mustCopy(galley: Running, dataDir: string, seen = dataDir): Promise<void> {
  const target = `${dataDir}-replica`;
  fs.mkdirSync(target);
  fs.chmodSync(target, 0o777);
  try {
    const { console } = consoleOf({ consoleUrl: galley.consoleUrl, dataDir });
    const { ok, detail } = await console<ReplicaTest>("POST", "/replica/test", { target: `${seen}-replica` });
    must(ok, `the replica: ${detail}`);
  } finally {
    fs.rmSync(target, { recursive: true });
  }
}

/** What was saved is still opened and given out, on other ports too. */
export async function mustStillServe(galley: Running, site: Site, before: Delivered): Promise<void> {
  const { keys, materialId, versionId } = before;
  const session = await openSession(galley.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  must(session.versionId === versionId, `the current version is ${session.versionId}, not ${versionId}`);
  must(JSON.stringify(session.vms_json).includes("Set from a package"), "the words are not those that were saved");
  await mustGiveArchive({ ...before, contentUrl: galley.url + new URL(before.contentUrl).pathname });
}

async function mustGiveArchive({ keys, contentUrl, materialId }: Delivered): Promise<void> {
  const archive = await downloadArchive(keys, contentUrl, materialId);
  const start = Buffer.from(await archive.arrayBuffer()).subarray(0, 2);
  must(archive.status === 200 && start.toString() === "PK", `the archive was answered with ${archive.status}`);
}
