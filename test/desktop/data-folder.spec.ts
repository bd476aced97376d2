import fs from "node:fs";
import { saveArticle } from "./support/articles.ts";
import { expect, launchHidden, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";
import { clickMenuItem, exitAfter, pressButtons, recordRestart } from "./support/shown.ts";

const keyFiles = (dataDir: string) => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

test("moves the key to a file and back into the keychain", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: build machines have no usable keychain for the real runtime.
  test.skip(!desktopRuntime().isStandIn, "only the stand-in can simulate keychains");
  const desktop = await launchHidden({ dataDir });
  const { app, process: child } = desktop;
  const project = await desktop.createProject();
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);

  const messages = await pressButtons(app, ["Keep the key in a file (for headless use)"]);
  await clickMenuItem(app, "key-place");
  await expect
    .poll(messages)
    .toEqual([
      expect.stringContaining("is in the keychain"),
      expect.stringContaining(`galley serve --data-dir ${dataDir}`),
    ]);
  expect(keyFiles(dataDir)).toEqual(["secret.key"]);
  // Each save needs the project's secret, which only the key decrypts.
  await saveArticle(desktop, project, "Signed with the secret");

  const output = await recordRestart(desktop);
  await pressButtons(app, ["Keep the key in the keychain", "Restart Galley now"]);
  expect(await exitAfter(child, () => clickMenuItem(app, "key-place"))).toEqual([0, null]);
  expect(output.stderr).toContain("starts again");
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);

  const restarted = await launchHidden({ dataDir });
  expect(keyFiles(dataDir)).toEqual(["secret.key.sealed"]);
  await saveArticle(restarted, project, "Signed with the secret");
  await restarted.app.close();
});
