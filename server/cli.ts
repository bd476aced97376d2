/**
 * The entry point without Electron: `node dist/main/cli.js [command] [flags]`, or `node server/cli.ts …` in the sources.
 * Older versions of Node must be able to parse this file, so it imports everything else after the version check.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import module from "node:module";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The oldest supported Node; older versions lack language features that Galley uses. */
const MIN_NODE = 24;

const folder = path.dirname(fileURLToPath(import.meta.url));
/** This file is in server/ in the sources, or in dist/main/ in a bundle. */
const root = path.resolve(folder, path.basename(folder) === "server" ? ".." : "../..");

async function main(args: string[]): Promise<number> {
  if (Number.parseInt(process.versions.node, 10) < MIN_NODE) return inOwnNode(args);
  keepCompiledCode();
  const { runCommand } = await import("./commands/commands.ts");
  const { ignoreClosedOutput } = await import("./core/uncaught-errors.ts");
  ignoreClosedOutput();
  return runCommand(args, {
    root,
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isTerminal: process.stdout.isTTY === true,
    endNow: (code) => process.exit(code),
  });
}

/** Caches the compiled bundle next to it, where only users who could change the bundle itself may write. */
function keepCompiledCode(): void {
  if (path.basename(folder) === "main") module.enableCompileCache(path.join(root, "dist", ".compiled"));
}

/** Uses the same package name as `nodePackage` in scripts/lib/project.mjs. */
function installedNode(): string {
  const { platform, arch } = process;
  const isWindows = platform === "win32";
  const prefix = platform === "darwin" && arch === "arm64" ? "node-bin" : "node";
  const name = `${prefix}-${isWindows ? "win" : platform}-${arch}`;
  return path.join(root, "node_modules", name, "bin", isWindows ? "node.exe" : "node");
}

/** Runs the same command with the Node that npm installed with Galley. */
function inOwnNode(args: string[]): Promise<number> {
  const node = installedNode();
  if (!fs.existsSync(node)) {
    process.stderr.write(
      `Galley did not start. It needs Node ${MIN_NODE}, but this is ${process.versions.node}. Install a newer Node, or run "npm start" once, which installs one.\n`,
    );
    return Promise.resolve(1);
  }
  return new Promise((resolve, reject) => {
    const child = spawn(node, ["--disable-sigusr1", fileURLToPath(import.meta.url), ...args], { stdio: "inherit" });
    const pass = (signal: NodeJS.Signals) => {
      // The terminal also sends Ctrl+C to the child.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, pass);
    child.on("error", reject);
    child.on("exit", (code, signal) => resolve(code ?? 128 + (signal === null ? 0 : os.constants.signals[signal])));
  });
}

const exitCode = await main(process.argv.slice(2));
// Exits after a slow reader has read all output.
process.stdout.write("", () => process.exit(exitCode));
