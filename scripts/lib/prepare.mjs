/** What every script does first: installs and builds, one process at a time, then runs the project's own Node. */
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ALL_TARGETS, ensureBuilt } from "./builds.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { follow, projectEnv, projectNode, root } from "./project.mjs";

/** Paths of tools that run on the project's Node. */
export const VITEST = path.join(root, "node_modules", "vitest", "vitest.mjs");
export const PLAYWRIGHT = path.join(root, "node_modules", "@playwright", "test", "cli.js");

/** Where the bundle is that `npm start` runs, for GALLEY_TEST_BUNDLE. */
export const BUNDLE = path.join("dist", "main");

export const installed = () => withLock(ensureDependencies);

/**
 * Installs and builds what is missing.
 * @template T
 * @param {() => T | Promise<T>} work done before the lock is released
 * @returns {Promise<T>}
 */
export const built = (work) =>
  withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    return await work();
  });

/**
 * Installs a browser too, and what else the tests run on.
 * @param {() => Promise<void>} [alsoInstall]
 * @returns {Promise<string>} the browser's executable
 */
export const builtWithBrowser = (alsoInstall) =>
  withLock(async () => {
    await ensureDependencies();
    const browser = await ensureBrowser();
    await alsoInstall?.();
    await ensureBuilt(ALL_TARGETS);
    return browser;
  });

/** Runs a file of the project in this process's place. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export const followNode = (args, env = {}) => follow(projectNode(), args, { ...projectEnv(), ...env });
