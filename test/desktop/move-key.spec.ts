import { once } from "node:events";
import fs from "node:fs";
import { saveArticle } from "./support/articles.ts";
import { clickMenuItem, pressButtons } from "./support/boxes.ts";
import { expect, type Hidden, launchHidden, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";

const keyFiles = (dataDir: string) => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

/** Build machines have no usable keychain for the real runtime. */
test.beforeEach(() => {
  // biome-ignore lint/suspicious/noSkippedTests: only the stand-in can simulate keychains.
  test.skip(!desktopRuntime().isStandIn, "only the stand-in can simulate keychains");
});

test("moves the key into the keychain and back to a file", async ({ dataDir }) => {
  const first = await launchHidden({ dataDir });
  const project = await first.createProject();
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);
  await first.app.close();

  // Each save needs the project's secret, which only the key decrypts.
  const expectWorks = (app: Hidden) => saveArticle(app, project, "Signed with the secret");
  let desktop = await launchHidden({ dataDir });
  expect(keyFiles(dataDir)).toEqual(["secret.key.sealed"]);
  await expectWorks(desktop);

  const messages = await pressButtons(desktop.app, ["Keep the key in a file (for headless use)"]);
  await clickMenuItem(desktop.app, "key-place");
  await expect
    .poll(messages)
    .toEqual([
      expect.stringContaining("is in the keychain"),
      expect.stringContaining(`galley serve --data-dir ${dataDir}`),
    ]);
  expect(keyFiles(dataDir)).toEqual(["secret.key"]);
  await expectWorks(desktop);
  await desktop.app.close();

  desktop = await launchHidden({ dataDir });
  await expectWorks(desktop);
  await desktop.app.evaluate(({ app }) => {
    app.relaunch = () => void process.stderr.write("starts again\n");
  });
  let stderr = "";
  desktop.process.stderr?.on("data", (data) => (stderr += data));
  await pressButtons(desktop.app, ["Keep the key in the keychain", "Restart Galley now"]);
  const ended = once(desktop.process, "exit");
  await clickMenuItem(desktop.app, "key-place");
  expect((await ended)[0]).toBe(0);
  expect(stderr).toContain("starts again");
  expect(keyFiles(dataDir)).toEqual(["secret.key", "secret.key.sealed"]);
});
