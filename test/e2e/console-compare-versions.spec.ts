import { drawnPng } from "../support/drawn-png.ts";
import { articleOf } from "../support/site.ts";
import { logIn, visit } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";
import { saveState, uploadFile } from "./rendered.ts";

test.use({ ownAppliance: true });

test("compares any two versions: words, pictures and moved blocks", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("bridge");
  const dawn = await uploadFile(session, "dawn.png", drawnPng(90, 60));
  const dusk = await uploadFile(session, "dusk.png", drawnPng(60, 90));
  const save = (base: number | null, ...blocks: Parameters<typeof articleOf>) =>
    saveState(session, articleOf(...blocks), base);
  const unchanged = [
    "The first tram crossed the harbour.",
    "It took six minutes.",
    "No one was late.",
    "The band played on.",
  ];
  await save(null, "The council thanked the builders.", ...unchanged, "The old mayor spoke.", {
    file: dawn,
    alt: "The bridge",
  });
  const { version_id } = await save(
    1,
    ...unchanged,
    "The new mayor spoke.",
    { file: dusk, alt: "The bridge" },
    "The council thanked the builders.",
  );
  await page.emulateMedia({ reducedMotion: "reduce" });
  await logIn(page, appliance, `/sessions/${session.session_id}/versions/${version_id}?side=difference`);

  await test.step("shows changed words and pictures, and a moved block once", async () => {
    await expect(page.getByRole("status").filter({ hasText: "3 differences" })).toBeVisible();
    await expect(page.getByText("only in version 1 · only in version 2")).toBeVisible();
    const words = page.getByRole("region", { name: "1 of 3: Paragraph" });
    await expect(words.locator("mark")).toHaveText("old ");
    await expect(words.locator("ins")).toHaveText("new ");
    const pictures = page.getByRole("region", { name: "2 of 3: Picture" });
    await expect(pictures).toContainText("The pictures or their order differ.");
    await expect(pictures.getByRole("figure")).toContainText(["only in version 1", "only in version 2"]);
    for (const [which, wide] of [
      [0, 90],
      [1, 60],
    ] as const) {
      const picture = pictures.getByRole("img", { name: "The bridge" }).nth(which);
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(wide);
    }
    const moved = page.getByRole("region", { name: "3 of 3: Paragraph" });
    await expect(moved).toContainText("Moved: in version 1 at the beginning, in version 2 here.");
    await expect(moved.locator("ins, mark")).toHaveCount(0);
    // No text is marked as deleted.
    await expect(page.locator("del")).toHaveCount(0);
    await page.keyboard.press("Alt+ArrowDown");
    await expect(words).toBeFocused();
    await page.getByRole("button", { name: "Previous difference" }).click();
    await expect(moved).toBeFocused();
    await page.getByText("2 blocks are the same").click();
    await expect(page.getByText("No one was late.")).toBeVisible();
    await expectLooksRight(page, "compared versions");
  });

  await test.step("a version is compared with any other, which the URL keeps", async () => {
    await save(2, ...unchanged, "The new mayor spoke twice.");
    await visit(page, `/sessions/${session.session_id}`);
    await page.getByRole("link", { name: "Changes in version 3" }).click();
    await expect(page.getByText("only in version 2 · only in version 3")).toBeVisible();
    await page.getByLabel("Compare with").selectOption({ index: 1 });
    await expect(page.getByText("only in version 1 · only in version 3")).toBeVisible();
    await expect(page).toHaveURL(/side=difference&with=/);
    await page.reload();
    await expect(page.getByText("only in version 1 · only in version 3")).toBeVisible();
    await expect(page.locator("mark", { hasText: "old" })).toBeVisible();
  });

  await nightlyStep("many differences are shown in parts", async () => {
    const many = (mark: string) =>
      Array.from({ length: 440 }, (_, at) => (at % 2 === 0 ? `${mark} ${at}` : `Both have ${at}`));
    await save(3, ...many("Old"));
    const last = await save(4, ...many("New"));
    await visit(page, `/sessions/${session.session_id}/versions/${last.version_id}?side=difference`);
    const changes = page.locator("[data-change]");
    await expect(page.getByRole("status").filter({ hasText: "220 differences" })).toBeVisible();
    await expect(changes).toHaveCount(200);
    await page.getByRole("button", { name: /^Show more/ }).click();
    await expect(changes).toHaveCount(220);
    await expect(page.getByRole("region", { name: "220 of 220: Paragraph" })).toContainText("New 438");
    await expect(page.getByRole("button", { name: /^Show more/ })).toHaveCount(0);
  });
});
