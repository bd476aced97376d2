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

export type Running = Awaited<ReturnType<typeof start>>;

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

/** Starts it and waits for its ready line. @throws Error with its output if it exits earlier */
export async function start(command: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  const ready = await Promise.race([
    once(createInterface(child.stdout), "line").then(([line]) => String(line)),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`it exited with ${code}: ${stderr}`))),
    after(START_MS, () => `it was not ready within ${START_MS / 1000} s: ${stderr}`),
  ]);
  const {
    event,
    url = "",
    console_url: consoleUrl = "",
    sandbox_url: sandboxUrl = "",
    version = "",
  } = JSON.parse(ready) as Record<string, string>;
  must(event === "ready" && !!url && !!consoleUrl && !!version, `its first line is not a ready line: ${ready}`);
  return {
    ...{ url, consoleUrl, sandboxUrl, version },
    /** Stops it like systemd. @throws Error if its exit code is not 0 */
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const [code] = await ended;
      must(code === 0, `it exited with ${code}: ${stderr}`);
    },
  };
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
