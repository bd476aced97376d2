/**
 * Starts an app like Electron: resolves `electron` to the stand-in, for ESM imports and for `require`; finds the app among the
 * arguments, loads the `-r` modules, reads its package.json, starts Chromium, runs the main file and emits `ready`.
 */
import fs from "node:fs";
import { createRequire, registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { app } from "./app.ts";
import { startChromium } from "./session.ts";

const standIn = new URL("./electron.ts", import.meta.url).href;
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === "electron" || specifier === "electron/main")
      return { url: standIn, format: "module-typescript", shortCircuit: true };
    return next(specifier, context);
  },
});
Object.defineProperty(process.versions, "electron", { value: "0.0.0-stand-in", enumerable: true });
Object.defineProperty(process, "type", { value: "browser" });

interface CommandLine {
  preloads: string[];
  appPath: string;
  debuggingPort: string | null;
}

function readCommandLine(args: string[]): CommandLine {
  const preloads: string[] = [];
  let debuggingPort: string | null = null;
  for (let index = 0; index < args.length; index++) {
    const argument = args[index] ?? "";
    if (argument === "-r" || argument === "--require") preloads.push(args[++index] ?? "");
    else if (argument.startsWith("--remote-debugging-port=")) debuggingPort = argument.slice(argument.indexOf("=") + 1);
    else if (!argument.startsWith("-")) return { preloads, appPath: path.resolve(argument), debuggingPort };
  }
  throw new Error("usage: electron [switches] [-r module] <folder or main file> [arguments]");
}

const args = process.argv.slice(2);
const { preloads, appPath, debuggingPort } = readCommandLine(args);
process.argv = [path.join(import.meta.dirname, "electron"), ...args];
Object.defineProperty(process, "defaultApp", { value: true });

let mainFile = appPath;
if (fs.statSync(appPath).isDirectory()) {
  const { name, version, main } = JSON.parse(fs.readFileSync(path.join(appPath, "package.json"), "utf8")) as Record<
    string,
    string
  >;
  mainFile = path.join(appPath, main ?? "index.js");
  app.load({ appPath, name: name ?? "Electron", version: version ?? "0.0.0" });
} else {
  app.load({ appPath: path.dirname(appPath), name: "Electron", version: process.versions.electron ?? "0.0.0" });
}

const require = createRequire(path.join(process.cwd(), "-"));
for (const preload of preloads) require(path.resolve(preload));
if (debuggingPort !== null) await startChromium();
await import(pathToFileURL(mainFile).href);
app.becomeReady();
