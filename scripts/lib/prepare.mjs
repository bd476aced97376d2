/** Installs and builds, one process at a time, and runs the project's own Node. */
import path from "node:path";
import { ensureBrowser } from "./browser.mjs";
import { ALL_TARGETS, ensureBuilt } from "./builds.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { withLock } from "./lock.mjs";
import { follow, projectEnv, projectNode, root } from "./project.mjs";

/** Paths of tools that run on the project's Node. */
export const VITEST = path.join(root, "node_modules", "vitest", "vitest.mjs");
export const PLAYWRIGHT = path.join(root, "node_modules", "@playwright", "test", "cli.js");

/** The bundle of `npm start`, for GALLEY_TEST_BUNDLE. */
export const BUNDLE = path.join("dist", "main");

export const installed = () => withLock(ensureDependencies);

/**
 * Installs missing packages and builds changed parts.
 * @template T
 * @param {() => T | Promise<T>} work runs before the lock is released
 * @returns {Promise<T>}
 */
export const built = (work) =>
  withLock(async () => {
    await ensureDependencies();
    await ensureBuilt(ALL_TARGETS);
    return await work();
  });

/**
 * Also installs a browser and other programs for the tests.
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

/** Runs a file of the project like `follow`. @param {string[]} args @param {NodeJS.ProcessEnv} [env] */
export const followNode = (args, env = {}) => follow(projectNode(), args, { ...projectEnv(), ...env });
