import fs from "node:fs";
import path from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";
import { chooseInBoxes } from "./support/shown.ts";

interface Recorded {
  /** Files suggested by the Save dialog. */
  suggested: string[];
  /** Files shown in their folder. */
  shown: string[];
  /** Values of the task bar's progress. */
  progress: number[];
  choice: "save" | "cancel";
}

/** Accepts the suggested file in the Save dialog, or cancels it. Presses the first button of every box. */
async function chooseInDialogs(app: ElectronApplication, folder: string) {
  const boxes = await chooseInBoxes(app, 0);
  const handle = await app.evaluateHandle(({ app: running, session, shell }, downloads) => {
    running.setPath("downloads", downloads);
    const all: Recorded = { suggested: [], shown: [], progress: [], choice: "save" };
    session.fromPartition("persist:console").on("will-download", (_event, item) => {
      const { defaultPath = "" } = item.getSaveDialogOptions();
      all.suggested.push(defaultPath);
      if (all.choice === "save") item.setSavePath(defaultPath);
      else item.cancel();
    });
    shell.showItemInFolder = (file) => void all.shown.push(file);
    const window = globalThis.consoleWindow();
    if (window !== undefined) window.setProgressBar = (progress) => void all.progress.push(progress);
    return all;
  }, folder);
  return {
    choose: (with_: "save" | "cancel") =>
      handle.evaluate((all, choice) => {
        all.choice = choice;
      }, with_),
    recorded: async () => ({
      ...(await handle.jsonValue()),
      messages: (await boxes()).map(({ message }) => message),
      detail: (await boxes()).at(-1)?.detail,
    }),
  };
}

async function makeBackup(window: Page): Promise<void> {
  const backup = window.getByRole("region", { name: "Download a backup" });
  await backup.getByRole("button", { name: "Download backup" }).click();
  await expect(backup.getByRole("status")).toContainText("Downloading");
}

test("saves downloads of the console to the chosen file, under a safe name, and reports failures", async ({
  desktop: { app, window, url, consoleUrl },
  dataDir,
}) => {
  const folder = path.join(dataDir, "chosen folder");
  fs.mkdirSync(folder);
  const dialogs = await chooseInDialogs(app, folder);
  await window.goto(`${consoleUrl}/settings/backups`);

  await test.step("a backup goes to the chosen file and is shown; a cancelled one leaves nothing", async () => {
    await dialogs.choose("cancel");
    await makeBackup(window);
    await expect.poll(async () => (await dialogs.recorded()).progress.at(-1)).toBe(-1);
    expect((await dialogs.recorded()).messages).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual([]);

    await dialogs.choose("save");
    await makeBackup(window);
    await expect.poll(async () => (await dialogs.recorded()).shown).toHaveLength(1);
    const { suggested, messages, shown, progress } = await dialogs.recorded();
    const [file = ""] = shown;
    expect(suggested.at(-1)).toBe(file);
    expect(path.dirname(file)).toBe(folder);
    expect(fs.readdirSync(folder)).toEqual([path.basename(file)]);
    expect(fs.readFileSync(file).subarray(0, 2).toString()).toBe("PK");
    expect(messages).toEqual([`Saved as ${path.basename(file)}.`]);
    expect(progress.at(-1)).toBe(-1);
  });

  await test.step("a file made by the page gets a safe name; one from another origin is blocked", async () => {
    const save = (name: string) =>
      window.evaluate((fileName) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(["words"]));
        link.download = fileName;
        link.click();
      }, name);
    await save("../../.profile");
    await expect.poll(async () => (await dialogs.recorded()).shown).toHaveLength(2);
    const file = (await dialogs.recorded()).shown[1] ?? "";
    expect(path.dirname(file)).toBe(folder);
    expect(path.basename(file)).toMatch(/^[^.].*profile/);
    expect(fs.readFileSync(file, "utf8")).toBe("words");

    await app.evaluate(
      ({ session }, address) =>
        void session.fromPartition("persist:console").emit(
          "will-download",
          { preventDefault: () => Object.assign(session, { refused: true }) },
          {
            getURL: () => address,
            getSaveDialogOptions: () => ({}),
            setSavePath: () => {},
          },
        ),
      `${url}/docs`,
    );
    expect(await app.evaluate(({ session }) => Reflect.get(session, "refused"))).toBe(true);
  });

  await test.step("a failed download is reported with the reason", async () => {
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(folder, "a file where the folder was");
    await makeBackup(window);
    await expect.poll(async () => (await dialogs.recorded()).messages.at(-1)).toMatch(/^galley.* was not saved\.$/);
    expect((await dialogs.recorded()).detail).toMatch(/is not writable\. Choose another folder\. Then save/);
  });
});
