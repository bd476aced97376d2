import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { readConfig } from "../../server/config/config.ts";
import { saveArticle } from "./support/articles.ts";
import { ANY_PORTS, expect, type Hidden, launchDesktop, launchHidden, runDesktop, test } from "./support/desktop.ts";
import { desktopRuntime } from "./support/runtime.ts";
import { chooseFolder, clickMenuItem, pressButtons } from "./support/shown.ts";

/** An app without --data-dir, whose standard folder is in `home`. */
function standardIn(home: string) {
  const env = { XDG_DATA_HOME: home, LOCALAPPDATA: home, ...(process.platform === "darwin" ? { HOME: home } : {}) };
  const dataDir = readConfig([], env).standardDataDir ?? "";
  /** @param folder the data folder that the app finds */
  const launch = (folder = dataDir) => launchHidden({ dataDir: folder, isNamed: false, env });
  return { dataDir, env, launch };
}

test("moves the data folder, and starts there from then on", async ({ dataDir: home }) => {
  const { dataDir, env, launch } = standardIn(home);
  const to = path.join(home, "other disk");
  fs.mkdirSync(to);
  // The window's title shows the progress.
  const first = await launchDesktop({ dataDir, isNamed: false, env });
  const project = await first.createProject();
  const saved = await saveArticle(first, project, "Goes along");

  await chooseFolder(first.app, to);
  await first.app.evaluate(({ app, BrowserWindow }) => {
    app.relaunch = () => void process.stderr.write("starts again\n");
    for (const window of BrowserWindow.getAllWindows()) {
      const setTitle = window.setTitle.bind(window);
      window.setTitle = (title) => {
        process.stderr.write(`title: ${title}\n`);
        setTitle(title);
      };
    }
  });
  let stderr = "";
  first.process.stderr?.on("data", (data) => (stderr += data));
  await pressButtons(first.app, ["Move"]);
  const ended = once(first.process, "exit");
  await clickMenuItem(first.app, "move-data-folder");
  expect((await ended)[0]).toBe(0);
  expect(stderr).toContain("starts again");
  expect(stderr).toContain("title: Galley: moving the data folder, 100 %");
  expect(fs.existsSync(path.join(dataDir, "galley.db"))).toBe(false);

  const second = await launch(to);
  expect(await saved.archiveAt(second)).toBe(200);
  await saveArticle(second, project, "Saved at the new place");
  expect(fs.existsSync(path.join(to, "running.json"))).toBe(true);
  const log = fs.readFileSync(path.join(to, "logs", "galley.log"), "utf8");
  const kept = /the old data is kept in (.*)\.$/m.exec(log)?.[1] ?? "";
  expect(fs.existsSync(path.join(kept, "galley.db"))).toBe(true);
  await second.app.close();

  // Galley does not start on a new folder while the disk is disconnected.
  fs.renameSync(to, `${to} away`);
  const { code, stderr: why } = await runDesktop(ANY_PORTS, { env });
  expect(code).toBe(1);
  expect(why).toContain("which does not exist. If its disk is not connected, connect it");
  expect(fs.existsSync(path.join(dataDir, "galley.db"))).toBe(false);
});

test("a failed move leaves the data folder in place and shows the reason", async ({ dataDir: home }) => {
  const { dataDir, launch } = standardIn(home);
  const to = path.join(home, "taken");
  fs.mkdirSync(to);
  const desktop = await launch();
  const { app, url, process: child } = desktop;
  const saved = await saveArticle(desktop, await desktop.createProject(), "Stays");

  // Refused before the appliance closes.
  fs.writeFileSync(path.join(to, "letters.txt"), "");
  await chooseFolder(app, to);
  let messages = await pressButtons(app, []);
  await clickMenuItem(app, "move-data-folder");
  await expect.poll(messages).toEqual([expect.stringMatching(/was not moved\. .*not empty.*continues with/)]);

  // The move fails on a file that appears after the check; then the user stops it. Galley serves again after both.
  for (const [fails, why] of [
    [true, "not empty"],
    [false, "You stopped the move"],
  ] as const) {
    fs.rmSync(path.join(to, "letters.txt"), { force: true });
    messages = await pressButtons(app, ["Move", ...(fails ? [] : ["Stop moving"])]);
    if (fails)
      await app.evaluate(
        ({ dialog }, file) => {
          const { showMessageBox } = dialog;
          Object.assign(dialog, {
            async showMessageBox(...given: [Electron.MessageBoxOptions]) {
              const answer = await showMessageBox(...given);
              if (given.at(-1)?.buttons?.[0] === "Move") process.getBuiltinModule("node:fs").writeFileSync(file, "");
              return answer;
            },
          });
        },
        path.join(to, "letters.txt"),
      );
    await clickMenuItem(app, "move-data-folder");
    await expect.poll(async () => (await messages()).join("\n")).toContain(why);
    await expect
      .poll(() =>
        fetch(`${url}/healthz`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      .toBe(200);
    expect(await saved.archiveAt(desktop)).toBe(200);
  }
  expect(fs.readdirSync(to)).toEqual([]);
  expect(fs.existsSync(path.join(dataDir, "moved-to.json"))).toBe(false);
  expect(child.exitCode).toBeNull();
  await app.close();
});

const keyFiles = (dataDir: string) => fs.readdirSync(dataDir).filter((name) => name.startsWith("secret"));

test("moves the key into the keychain and back to a file", async ({ dataDir }) => {
  // biome-ignore lint/suspicious/noSkippedTests: build machines have no usable keychain for the real runtime.
  test.skip(!desktopRuntime().isStandIn, "only the stand-in can simulate keychains");
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
