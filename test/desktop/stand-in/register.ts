/** Resolves `electron` to the stand-in, for ESM imports and for `require`, and marks the process as Electron's. */
import { registerHooks } from "node:module";

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
