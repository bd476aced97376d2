/** Runs the installed program with its own command, and uses it like a site and a journalist. */
import { spawn } from "node:child_process";
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

/** Flags that avoid conflicts with other instances on the machine. */
export const ANY_PORTS = ["--port=0", "--console-port=0", "--sandbox-port=0", "--json"];

/** What its ready line contains. */
export interface Running {
  url: string;
  consoleUrl: string;
  sandboxUrl: string;
  version: string;
}

/** Whether the package has a placeholder instead of the runtime: a shell script. */
export function isPlaceholder(folder: string): boolean {
  return fs.readFileSync(path.join(folder, "galley")).subarray(0, 2).toString() === "#!";
}

/**
 * Replaces a placeholder executable by the specs' stand-in for Electron, which runs the content of app.asar.
 * @param folder the installed app
 * @param content folder for the archive's content
 * @param seen paths of content and project, as the program sees them
 */
export function putStandIn(folder: string, content: string, seen: { content: string; project: string }): void {
  extractContent(folder, content);
  const standIn = path.join(seen.project, "test", "desktop", "stand-in");
  const node = path.join(seen.project, "node_modules", nodePackage(), "bin", "node");
  fs.rmSync(path.join(folder, "galley"));
  fs.writeFileSync(path.join(folder, "galley"), `#!/bin/sh\nexec ${node} ${standIn}/run.ts ${seen.content} "$@"\n`, {
    mode: 0o755,
  });
}

/**
 * Starts it, waits for its ready line, and stops it like systemd after `work`, whether that passed or failed.
 * @throws Error with its output if it exits earlier, or if its exit code is not 0
 */
export async function whileRunning<T>(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  work: (galley: Running) => Promise<T>,
): Promise<T> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit");
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  const outcome = () => `it exited with ${child.exitCode}: ${stderr}`;
  const use = async () => {
    const ready = await Promise.race([
      once(createInterface(child.stdout), "line").then(([line]) => String(line)),
      ended.then(() => Promise.reject(new Error(outcome()))),
      after(START_MS, () => `it was not ready within ${START_MS / 1000} s: ${stderr}`),
    ]);
    const { event, url, console_url, sandbox_url, version } = JSON.parse(ready) as Record<string, string | undefined>;
    must(event === "ready" && !!url && !!console_url && !!version, `its first line is not a ready line: ${ready}`);
    return work({ url, consoleUrl: console_url, sandboxUrl: sandbox_url ?? "", version });
  };
  const result = await use().finally(() => {
    child.kill("SIGTERM");
    return ended;
  });
  must(child.exitCode === 0, outcome());
  return result;
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

/** A site opens a session, the editor saves, Galley sends the callback, and the site downloads the archive. */
export async function saveAndDeliver(galley: Running, dataDir: string, site: Site): Promise<Delivered> {
  const keys = await consoleOf({ consoleUrl: galley.consoleUrl, dataDir }).createProject();
  const materialId = `article-${randomUUID()}`;
  const session = await openSession(galley.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  const before = site.callbacks.length;
  const { version_id: versionId } = await saveVersion(session, "Set from a package");
  const callback = await Promise.race([
    site.received(before + 1),
    after(DELIVERY_MS, () => `no callback within ${DELIVERY_MS / 1000} s`),
  ]);
  must(callback.body.material_id === materialId, `the callback is for ${callback.body.material_id}`);
  const delivered = { keys, materialId, versionId, contentUrl: callback.body.content_url };
  await mustGiveArchive(delivered);
  return delivered;
}

/**
 * Tests a replica with the package's own Litestream, which writes, reads and restores a probe.
 * @param seen path of the data folder, as the program sees it
 */
export async function mustCopy(galley: Running, dataDir: string, seen = dataDir): Promise<void> {
  const target = `${dataDir}-replica`;
  fs.mkdirSync(target);
  fs.chmodSync(target, 0o777);
  try {
    const { console } = consoleOf({ consoleUrl: galley.consoleUrl, dataDir });
    const { ok, detail } = await console<ReplicaTest>("POST", "/replica/test", { target: `${seen}-replica` });
    must(ok, `the replica test failed: ${detail}`);
  } finally {
    fs.rmSync(target, { recursive: true });
  }
}

/** Opens a saved article and downloads its archive, also on another port. */
export async function mustStillServe(galley: Running, site: Site, before: Delivered): Promise<void> {
  const { keys, materialId, versionId } = before;
  const session = await openSession(galley.url, keys, { material_id: materialId, callback_url: site.callbackUrl });
  must(session.versionId === versionId, `the current version is ${session.versionId}, not ${versionId}`);
  must(JSON.stringify(session.vms_json).includes("Set from a package"), "the article differs from the saved one");
  await mustGiveArchive({ ...before, contentUrl: galley.url + new URL(before.contentUrl).pathname });
}

async function mustGiveArchive({ keys, contentUrl, materialId }: Delivered): Promise<void> {
  const archive = await downloadArchive(keys, contentUrl, materialId);
  const start = Buffer.from(await archive.arrayBuffer()).subarray(0, 2);
  must(archive.status === 200 && start.toString() === "PK", `the archive's download returned status ${archive.status}`);
}
