/** The replication pages, with a real replica in a folder. */
import fs from "node:fs";
import { temporaryFolder } from "../support/appliance.ts";
import { OTHER_MACHINE, takeOverTarget } from "../support/replica.ts";
import { logIn, visit } from "./console-page.ts";
import { article, expectOnComputer, notices, openEditor, save, status, write } from "./editor-page.ts";
import { expect, nightlyStep, processTest, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

test("a target is tested, saved, verified by a drill, and reported when it fails", async ({ page, appliance }) => {
  test.slow();
  const target = temporaryFolder();
  const state = page.getByRole("region", { name: "Replica" });
  await logIn(page, appliance, "/settings/replication");
  await expect(page.getByRole("heading", { name: "Replication" })).toBeVisible();
  await nightlyLook(page, "replication without a target");

  await test.step("an unsaved target is tested", async () => {
    await page.getByRole("textbox", { name: "Target" }).fill(`${target}/missing`);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText(`There is no folder ${target}/missing.`)).toBeVisible();
    await page.getByRole("textbox", { name: "Target" }).fill(target);
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await expect(page.getByText("A probe was written, read and restored.")).toBeVisible();
  });

  await test.step("the target is saved with the key, and the replica is up to date", async () => {
    await page.getByRole("switch", { name: "Include the encryption key" }).click();
    await page.getByLabel("Passphrase", { exact: true }).fill("seven tall pines");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(state.getByText(/Up to date · \d+ s behind · no drill yet/)).toBeVisible();
    await expect(page.getByText("Set. Leave empty to keep it.")).toBeVisible();
    await nightlyLook(page, "a replica");
  });

  await nightlyStep("polls that fail are reported only if several fail in a row", async () => {
    let polls = 0;
    await page.route("**/api/replica", (route) => {
      polls++;
      return route.abort();
    });
    await expect.poll(() => polls).toBe(3);
    await expect(page.getByRole("alert")).toHaveCount(0);
    await expect(page.getByRole("alert")).toBeVisible();
    await page.unroute("**/api/replica");
    await expect(page.getByRole("alert")).toHaveCount(0);
  });

  await nightlyStep("a drill passes", async () => {
    await state.getByRole("button", { name: "Run drill now" }).click();
    await expect(state.getByText(/last drill just now, passed/)).toBeVisible();
    await expect(state.getByText(/^Restored the copy of /)).toBeVisible();
    await visit(page, "/");
    await expect(page.getByRole("link", { name: /Up to date .* passed/ })).toBeVisible();
  });

  await nightlyStep("a missing target is reported with what to do", async () => {
    fs.renameSync(target, `${target}-away`);
    await expect(page.getByRole("link", { name: /^Failing/ })).toBeVisible();
    await page.getByRole("link", { name: /^Failing/ }).click();
    await expect(page.getByRole("alert")).toContainText(`There is no folder ${target}.`);
    await expectLooksRight(page, "replication that fails");
    fs.renameSync(`${target}-away`, target);
    await expect(state.getByText(/Up to date/)).toBeVisible({ timeout: 30_000 });
  });

  await test.step("replication is stopped after confirmation", async () => {
    await page.getByRole("button", { name: "Stop replication…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Stop replication" }).click();
    await expect(state).toHaveCount(0);
    await expect(page.getByRole("textbox", { name: "Target" })).toHaveValue("");
  });
});

processTest(
  "a fenced machine says on every page that another took over, and loses no text @nightly",
  async ({ page, context, appliance, openArticle, receiver }) => {
    processTest.slow();
    const target = temporaryFolder();
    await appliance.console("PUT", "/replica", { target });
    await expect.poll(async () => (await appliance.console<{ state: string }>("GET", "/replica")).state).toBe("ok");
    const opened = await openArticle("fenced");
    const editor = await openEditor(await context.newPage(), opened.url);
    await logIn(page, appliance);

    takeOverTarget(target, "2026-11-22T09:30:00.000Z");
    const message = `${OTHER_MACHINE} took over on 2026-11-22 09:30 UTC, so this Galley is read-only.`;
    await expect(page.getByText(message)).toBeVisible();
    await expectLooksRight(page, "overview of a fenced machine");

    await processTest.step("the editor keeps the text on this computer", async () => {
      await write(editor, "Words after the takeover");
      await save(editor);
      await expect(notices(editor).getByText("Changes cannot be saved here")).toBeVisible();
      await expect(notices(editor).getByText(message)).toBeVisible();
      await expect(status(editor)).toContainText("Read-only: kept on this computer");
      await expectOnComputer(editor, "Words after the takeover");
      await expectLooksRight(editor, "fenced editor");
      await editor.reload();
      await expect(article(editor)).toContainText("Words after the takeover");
      await expect(notices(editor).getByText(message)).toBeVisible();
    });

    await processTest.step("after Continue here, the text is saved and delivered", async () => {
      await page.getByRole("link", { name: "What to do" }).click();
      await expect(page.getByRole("heading", { name: `${OTHER_MACHINE} took over` })).toBeVisible();
      await expectLooksRight(page, "replication of a fenced machine");
      await page.getByRole("button", { name: "Continue here…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Continue here" }).click();
      await expect(page.getByText(message)).toHaveCount(0);
      await save(editor);
      await expect(status(editor)).toContainText("Saved — version 1", { timeout: 30_000 });
      await expect(notices(editor).getByText(message)).toHaveCount(0);
      expect((await receiver.received(1)).body.material_id).toBe("fenced");
    });
  },
);
