/**
 * `npm run screenshots`: takes the pictures of the editor, the console, the desktop app's window and the public page of
 * README.md and docs/ again, into docs/images.
 */
import path from "node:path";
import { ensureBrowser } from "./lib/browser.mjs";
import { ALL_TARGETS, ensureBuilt } from "./lib/builds.mjs";
import { ensureDependencies } from "./lib/dependencies.mjs";
import { withLock } from "./lib/lock.mjs";
import { follow, projectEnv, projectNode, root, runMain } from "./lib/project.mjs";

runMain(async () => {
  process.chdir(root);
  const chromium = await withLock(async () => {
    await ensureDependencies();
    const browser = await ensureBrowser();
    await ensureBuilt(ALL_TARGETS);
    return browser;
  });
  const playwright = path.join("node_modules", "@playwright", "test", "cli.js");
  const env = { ...projectEnv(), CHROMIUM_PATH: chromium, GALLEY_SCREENSHOTS: path.join(root, "docs", "images") };
  const pictures = ["console-pictures", "editor-pictures", "desktop-pictures", "variables-set-its-look"];
  return follow(projectNode(), [playwright, "test", "-c", "test/nightly/e2e", ...pictures, "--reporter=list"], env);
});
