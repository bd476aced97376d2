import fs from "node:fs";
import path from "node:path";
import { readConfig } from "../../server/config/config.ts";
import { saveArticle } from "./support/articles.ts";
import { expect, launchDesktop, launchHidden, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";
import { chooseFolder, clickMenuItem, exitAfter, pressButtons, recordRestart } from "./support/shown.ts";

test("moves the data folder and starts there from then on; a refused or stopped move changes nothing", async ({
  dataDir: home,
}) => {
  // Without --data-dir, the data is in the standard folder.
  const env = { XDG_DATA_HOME: home, LOCALAPPDATA: home, ...(process.platform === "darwin" ? { HOME: home } : {}) };
  const dataDir = readConfig([], env).standardDataDir ?? "";
  const desktop = await launchDesktop({ dataDir, isNamed: false, env });
  const { app, url, process: child } = desktop;
  const project = await desktop.createProject();
  const saved = await saveArticle(desktop, project, "Goes along");
  const to = path.join(home, "other disk");
  const letters = path.join(to, "letters.txt");
  fs.mkdirSync(to);
  fs.writeFileSync(letters, "");
  await chooseFolder(app, to);

  await test.step("a folder with files is refused before the appliance closes", async () => {
    const messages = await pressButtons(app, []);
    await clickMenuItem(app, "move-data-folder");
    await expect.poll(messages).toEqual([expect.stringMatching(/was not moved\. .*not empty.*continues with/)]);
    fs.rmSync(letters);
  });

  await test.step("the user stops a move, and Galley continues in its folder", async () => {
    const messages = await pressButtons(app, ["Move", "Stop moving"]);
    await clickMenuItem(app, "move-data-folder");
    await expect.poll(async () => (await messages()).join("\n")).toContain("You stopped the move");
    const health = async () => (await fetch(`${url}/healthz`).catch(() => null))?.status;
    await expect.poll(health).toBe(200);
    expect(await saved.archiveAt(desktop)).toBe(200);
    expect(fs.readdirSync(to)).toEqual([]);
    expect(fs.existsSync(path.join(dataDir, "moved-to.json"))).toBe(false);
  });

  await test.step("a move shows its progress in the window's title, then restarts Galley", async () => {
    const output = await recordRestart(desktop);
    await app.evaluate(() => {
      const window = globalThis.consoleWindow();
      if (window !== undefined) window.setTitle = (title) => void process.stderr.write(`title: ${title}\n`);
    });
    await pressButtons(app, ["Move"]);
    expect(await exitAfter(child, () => clickMenuItem(app, "move-data-folder"))).toEqual([0, null]);
    expect(output.stderr).toContain("starts again");
    expect(output.stderr).toContain("title: Galley: moving the data folder, 100 %");
    expect(fs.existsSync(path.join(dataDir, "galley.db"))).toBe(false);
  });

  await test.step("the next start uses the new folder, and names the old data", async () => {
    const moved = await launchHidden({ dataDir: to, isNamed: false, env });
    expect(await saved.archiveAt(moved)).toBe(200);
    await saveArticle(moved, project, "Saved at the new place");
    const log = fs.readFileSync(path.join(to, "logs", "galley.log"), "utf8");
    const kept = /the old data is kept in (.*)\.$/m.exec(log)?.[1] ?? "";
    expect(fs.existsSync(path.join(kept, "galley.db"))).toBe(true);
    await moved.app.close();
  });
});

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
