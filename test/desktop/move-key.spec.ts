import { once } from "node:events";
import fs from "node:fs";
import { saveArticle } from "./support/articles.ts";
import { clickMenuItem, pressButtons } from "./support/boxes.ts";
import { expect, type Hidden, launchHidden, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";

const keyFiles = (dataDir: string) => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

/** The runtime has its own keychain, and a machine of a build has none to speak of. */
test.beforeEach(() => {
  // biome-ignore lint/suspicious/noSkippedTests: which keychain there is can be chosen on the stand-in alone.
  test.skip(!desktopRuntime().isStandIn, "which keychain there is can be chosen on the stand-in alone");
});

test("moves the key into the keychain and back to a file", async ({ dataDir }) => {
  const first = await launchHidden({ dataDir });
  const project = await first.createProject();
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);
  await first.app.close();

  // Each save is signed with the project's secret, which only the key opens.
  const worksAt = (app: Hidden) => saveArticle(app, project, "Signed with the secret");
  let desktop = await launchHidden({ dataDir });
  expect(keyFiles(dataDir)).toEqual(["secret.key.sealed"]);
  await worksAt(desktop);

  let said = await pressButtons(desktop.app, ["Keep the key in a file (for headless use)"]);
  await clickMenuItem(desktop.app, "key-place");
  await expect
    .poll(said)
    .toEqual([
      expect.stringContaining("is in the keychain"),
      expect.stringContaining(`galley serve --data-dir ${dataDir}`),
    ]);
  expect(keyFiles(dataDir)).toEqual(["secret.key"]);
  await worksAt(desktop);
  await desktop.app.close();

  desktop = await launchHidden({ dataDir });
  await worksAt(desktop);
  await desktop.app.evaluate(({ app }) => {
    app.relaunch = () => void process.stderr.write("starts again\n");
  });
  let stderr = "";
  desktop.process.stderr?.on("data", (data) => (stderr += data));
  said = await pressButtons(desktop.app, ["Keep the key in the keychain", "Restart Galley now"]);
  const ended = once(desktop.process, "exit");
  await clickMenuItem(desktop.app, "key-place");
  expect((await ended)[0]).toBe(0);
  expect(stderr).toContain("starts again");
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);
});
