import fs from "node:fs";
import path from "node:path";
import type { ElectronApplication, Page } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";

interface Heard {
  /** Names of the files as they were proposed, messages of boxes, and how the task bar stood at last. */
  proposed: string[];
  told: string[];
  shown: string[];
  bar: number[];
}

/** The Save dialog's part is played by a listener: it takes what is proposed, or cancels. Boxes are answered with their first button. */
async function listen(app: ElectronApplication, folder: string) {
  const heard = await app.evaluateHandle(({ app: running, dialog, session, shell }, downloads) => {
    running.setPath("downloads", downloads);
    const all: Heard & { answer: "save" | "cancel" } = { proposed: [], told: [], shown: [], bar: [], answer: "save" };
    session.fromPartition("persist:console").on("will-download", (_event, item) => {
      const { defaultPath = "" } = item.getSaveDialogOptions();
      all.proposed.push(defaultPath);
      if (all.answer === "save") item.setSavePath(defaultPath);
      else item.cancel();
    });
    Object.assign(dialog, {
      showMessageBox: async ({ message }: { message: string }) => {
        all.told.push(message);
        return { response: 0, checkboxChecked: false };
      },
    });
    shell.showItemInFolder = (file) => void all.shown.push(file);
    const window = globalThis.consoleWindow();
    if (window !== undefined) window.setProgressBar = (progress) => void all.bar.push(progress);
    return all;
  }, folder);
  return {
    answer: (with_: "save" | "cancel") =>
      heard.evaluate((all, answer) => {
        all.answer = answer;
      }, with_),
    heard: (): Promise<Heard> => heard.evaluate(({ proposed, told, shown, bar }) => ({ proposed, told, shown, bar })),
  };
}

async function makeBackup(window: Page): Promise<void> {
  const backup = window.getByRole("region", { name: "Download a backup" });
  await backup.getByRole("button", { name: "Download backup" }).click();
  await expect(backup.getByRole("status")).toContainText("is being downloaded");
}

test("saves files where the person says, under a safe name, none from elsewhere, and reports failures", async ({
  desktop: { app, window, url, consoleUrl },
  dataDir,
}) => {
  const folder = path.join(dataDir, "downloads of the person");
  fs.mkdirSync(folder);
  const person = await listen(app, folder);
  await window.goto(`${consoleUrl}/settings/backups`);

  await test.step("a backup goes to the chosen file and is shown; a cancelled one leaves nothing", async () => {
    await person.answer("cancel");
    await makeBackup(window);
    await expect.poll(async () => (await person.heard()).bar.at(-1)).toBe(-1);
    expect((await person.heard()).told).toEqual([]);
    expect(fs.readdirSync(folder)).toEqual([]);

    await person.answer("save");
    await makeBackup(window);
    await expect.poll(async () => (await person.heard()).shown).toHaveLength(1);
    const { proposed, told, shown, bar } = await person.heard();
    const [file = ""] = shown;
    expect(proposed.at(-1)).toBe(file);
    expect(path.dirname(file)).toBe(folder);
    expect(fs.readdirSync(folder)).toEqual([path.basename(file)]);
    expect(fs.readFileSync(file).subarray(0, 2).toString()).toBe("PK");
    expect(told).toEqual([`Saved as ${path.basename(file)}.`]);
    expect(bar.at(-1)).toBe(-1);
  });

  await test.step("a file made by the page gets a safe name; one from elsewhere is refused", async () => {
    const save = (name: string) =>
      window.evaluate((fileName) => {
        const link = document.createElement("a");
        link.href = URL.createObjectURL(new Blob(["words"]));
        link.download = fileName;
        link.click();
      }, name);
    await save("../../.profile");
    await expect.poll(async () => (await person.heard()).shown).toHaveLength(2);
    const file = (await person.heard()).shown[1] ?? "";
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

  await test.step("a failed download is reported", async () => {
    fs.rmSync(folder, { recursive: true });
    fs.writeFileSync(folder, "a file where the folder was");
    await makeBackup(window);
    await expect.poll(async () => (await person.heard()).told.at(-1)).toMatch(/^galley.* was not saved\.$/);
  });
});
