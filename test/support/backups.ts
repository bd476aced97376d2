/** Takes and restores backups with the console's API and with the commands. */
import { spawn } from "node:child_process";
import { hash, randomBytes } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import type { RestoreView } from "../../server/contracts/backups-api.ts";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import { type RunningAppliance, startAppliance, temporaryFolder } from "./appliance.ts";
import { articleOfKeys } from "./newsroom.ts";
import { CLI, galley } from "./server.ts";
import { articleOf } from "./site.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** The result of a command; the code is null if a signal ended it. */
type Ended = Record<"stdout" | "stderr", string> & { code: number | null };

/** Runs `galley <name> …` in this process. */
export async function command(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const ended = { stdout: "", stderr: "" };
  const mask = process.umask();
  const code = await galley.runCommand([name, ...args], {
    root: ROOT,
    env: { ...process.env, ...env },
    out: (text) => {
      ended.stdout += text;
    },
    err: (text) => {
      ended.stderr += text;
    },
    isTerminal: false,
    endNow: (code) => {
      throw new Error(`The command ended the process with ${code}.`);
    },
  });
  process.umask(mask);
  return { code, ...ended };
}

/** Runs `galley <name> …` in a separate process. */
export async function spawnCommand(name: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, name, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (data) => {
      ended[stream] += data;
    });
  const [code] = await once(child, "close");
  return { code: code as number | null, ...ended };
}

/** The path of a new file in an own temporary folder. Without `content`, the file does not exist. */
export function newFile(name = "galley.zip", content?: string | Uint8Array): string {
  const file = path.join(temporaryFolder(), name);
  if (content !== undefined) fs.writeFileSync(file, content);
  return file;
}

/** `POST /backup`, saved to a file. */
export async function backUp(appliance: RunningAppliance, passphrase: string | null = null): Promise<string> {
  const response = await appliance.request("POST", "/backup", { passphrase });
  if (response.status !== 200) throw new Error(`POST /backup: status ${response.status}: ${await response.text()}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  if (bytes.length !== Number(response.headers.get("content-length"))) throw new Error("The backup was cut off.");
  return newFile("galley.zip", bytes);
}

/** `POST /restore` with a file's bytes. */
export async function restoreOver(
  appliance: RunningAppliance,
  backup: Buffer,
  options: { passphrase?: string; query?: string } = {},
) {
  const { passphrase, query = "" } = options;
  const headers = { ...(passphrase && { "x-backup-passphrase": encodeURIComponent(passphrase) }) };
  const response = await appliance.request("POST", `/restore${query}`, backup, { headers });
  return { status: response.status, body: (await response.json()) as RestoreView & { detail?: string; code?: string } };
}

/** Starts Galley on the folder, downloads every version of its article and returns their count. */
export async function versionsIn(dataDir: string): Promise<number> {
  const running = await startAppliance({ dataDir });
  try {
    const { items } = await running.console<{ items: { id: string }[] }>("GET", "/sessions");
    const { versions } = await running.console<{ versions: { id: string }[] }>("GET", `/sessions/${items[0]?.id}`);
    for (const { id } of versions) {
      const archive = await running.request("GET", `/versions/${id}/archive`);
      expect(archive.status).toBe(200);
      // A missing file would cut the archive off.
      await archive.arrayBuffer();
    }
    expect(fs.readdirSync(dataDir)).not.toContain("restore");
    return versions.length;
  } finally {
    await running.close();
  }
}

/** Path → hash of every file below a folder, without locks and SQLite's shared memory. */
export function treeOf(folder: string): Record<string, string> {
  const files = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
  const kept = names.filter((name) => !/-shm$|galley\.lock/.test(name));
  return Object.fromEntries(kept.map((name) => [name, hash("sha256", fs.readFileSync(path.join(folder, name)))]));
}

/** A unique WAV file of noise. */
export function recording(bytes: number): Buffer {
  const file = Buffer.concat([Buffer.from("RIFF\0\0\0\0WAVEfmt \x10\0\0\0", "latin1"), randomBytes(bytes)]);
  file.writeUInt32LE(file.length - 8, 4);
  return file;
}

export type Written = Awaited<ReturnType<typeof article>>;

export async function article(
  appliance: RunningAppliance,
  project: ProjectWithSecret,
  materialId: string,
  callbackUrl: string,
  metadata: Record<string, unknown> = {},
) {
  const { session, save, upload } = await articleOfKeys(appliance, project, materialId, callbackUrl, { metadata });
  return {
    session,
    /** Uploads a recording of `bytes` bytes and saves the text with it. */
    save: async (text: string, bytes = 2_000) =>
      save(articleOf(text, { file: await upload("interview.wav", recording(bytes)) })),
  };
}
