import type { EditorSession } from "../../server/contracts/editor-api.ts";
import { spawnAppliance } from "../support/appliance.ts";
import { editorOf } from "../support/site.ts";
import { article, choosePictures, deliverVersion, openEditor, png, save, status, write } from "./editor-page.ts";
import { expect, processTest, test } from "./fixtures.ts";

test("offline, keeps text and pictures on this computer, opens every tool, and saves once after reconnecting", async ({
  context,
  page,
  openArticle,
  receiver,
}) => {
  await openEditor(page, (await openArticle("bridge")).url);
  await choosePictures(page, [await png(page, "dawn.png", "teal", 90)]);
  await expect(article(page).locator("figure img")).toBeVisible();
  await write(page, "\nThe bridge opens");
  const picture = await png(page, "dusk.png", "teal", 2_600, 40);
  await expect(page.locator("html")).toHaveAttribute("data-parts", "loaded");
  await context.setOffline(true);
  await write(page, " and during");
  await expect(status(page)).toContainText("Offline: kept on this computer");

  await test.step("every tool opens, used before or not", async () => {
    const dialog = (name: string) => page.getByRole("dialog", { name });
    for (const [keys, name] of [
      ["ControlOrMeta+k", "Link to"],
      ["ControlOrMeta+f", "Find"],
      ["ControlOrMeta+Alt+m", "Comment"],
    ] as const) {
      await page.keyboard.press(keys);
      await expect(page.getByRole("textbox", { name })).toBeFocused();
      await page.keyboard.press("Escape");
    }
    await page.keyboard.press("ControlOrMeta+/");
    await expect(dialog("Keyboard shortcuts")).toContainText("next column or cell");
    await page.keyboard.press("Escape");
    for (const name of ["History", "Preview"]) {
      await page.getByRole("button", { name }).click();
      await expect(dialog(name)).toBeVisible();
      await page.keyboard.press("Escape");
    }
    await page.getByRole("button", { name: /^Outline/ }).click();
    await expect(page.locator(".outline-panel")).toContainText("Picture");
    await page.keyboard.press("Escape");
    await article(page).press("ControlOrMeta+End");
    await page.keyboard.type("\n/");
    await expect(page.getByRole("listbox", { name: "Blocks" })).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await article(page).locator("figure img").click();
    await page.getByRole("button", { name: /^Crop/ }).click();
    await expect(dialog("Crop")).toBeVisible();
    await page.keyboard.press("Escape");
  });

  await test.step("Save waits for Galley and for the picture", async () => {
    await article(page).press("ControlOrMeta+End");
    await choosePictures(page, [picture]);
    await expect(page.getByRole("group", { name: "dusk.png" })).toContainText("waiting for Galley");
    await save(page);
    await expect(status(page)).toContainText("Saves when 1 picture is uploaded");
    await context.setOffline(false);
    await expect(status(page)).toContainText("Version 1 delivered");
    expect(receiver.callbacks).toHaveLength(1);
    await expect(article(page).locator("figure img").last()).toHaveAttribute("width", "2560");
    await expect(article(page)).toContainText("The bridge opens and during");
  });
});

processTest(
  "words typed while the appliance is killed reach it once it is back; a save whose response was lost is one version",
  async ({ page, spawned: appliance, openArticle, receiver }) => {
    const session = await openArticle("bridge");
    await openEditor(page, session.url);
    await article(page).pressSequentially("Before. ");
    const kill = appliance.kill();
    await page.keyboard.type("In the middle of a sen");
    await kill;
    await page.keyboard.type("tence.");
    await expect(status(page)).toContainText("Offline: kept on this computer");
    const text = "Before. In the middle of a sentence.";
    await expect(article(page)).toHaveText(text);

    const portOf = (url: string) => new URL(url).port;
    const again = await spawnAppliance({
      dataDir: appliance.dataDir,
      args: ["--port", portOf(appliance.url), "--console-port", portOf(appliance.consoleUrl)],
    });
    await page.evaluate(() => window.dispatchEvent(new Event("online")));
    const drafts = async () => {
      const editor = editorOf(session);
      const [draft] = ((await (await editor("GET", "")).json()) as EditorSession).drafts;
      return draft === undefined ? "" : (await editor("GET", `/draft/${draft.client_id}`)).text();
    };
    await expect.poll(drafts, { timeout: 20_000 }).toContain("In the middle of a sentence.");

    let lost = 0;
    await page.route("**/versions", async (route) => {
      if (lost > 0) return route.continue();
      lost += 1;
      await route.fetch();
      await route.abort("connectionreset");
    });
    await deliverVersion(page, 1);
    expect(lost).toBe(1);
    expect(receiver.callbacks).toHaveLength(1);
    await page.reload();
    await expect(article(page)).toHaveText(text);
    await page.getByRole("button", { name: "History" }).click();
    await expect(page.getByRole("dialog", { name: "History" }).getByRole("listitem")).toHaveCount(1);
    await again.close();
  },
);
