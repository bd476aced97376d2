/**
 * Starts an app like Electron: resolves `electron` to the stand-in, for ESM imports and for `require`; finds the app's folder
 * among the arguments, loads the `-r` modules, starts Chromium if Playwright drives it, runs the main file and emits `ready`.
 */
import fs from "node:fs";
import { createRequire, registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { app } from "./app.ts";
import { startChromium } from "./session.ts";

const standIn = new URL("./electron.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "electron"
      ? { url: standIn, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});
Object.defineProperty(process.versions, "electron", { value: "0.0.0-stand-in", enumerable: true });

const args = process.argv.slice(2);
const preloads: string[] = [];
let at = 0;
for (; args[at]?.startsWith("-"); at++) if (args[at] === "-r") preloads.push(args[++at] ?? "");
const folder = path.resolve(args[at] ?? "");
process.argv = [path.join(import.meta.dirname, "electron"), ...args];
Object.defineProperty(process, "defaultApp", { value: true });

const { name, version, main } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"));
app.load(folder, { name, version });
const require = createRequire(import.meta.url);
for (const preload of preloads) require(path.resolve(preload));
if (args.includes("--remote-debugging-port=0")) void startChromium();
await import(pathToFileURL(path.join(folder, main)).href);
app.becomeReady();
