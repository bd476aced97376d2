import type { Page } from "@playwright/test";
import { article, deliverVersion, openEditor, slash } from "./editor-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { nightlyLook } from "./looks.ts";

const ICON = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>')}`;
const AD = {
  name: "Ad",
  class: "ad wide",
  description: "A paid notice, which the page marks as one",
  color: "#cc0000",
  icon: ICON,
};
const HOSTILE = {
  name: "Trap",
  color: "red;background:url(https://elsewhere.example/a)",
  icon: "https://elsewhere.example/icon.png",
  style: "background-image: url(https://elsewhere.example/b)",
};

const container = (page: Page, name: string) =>
  article(page).getByRole("group", { name: `Container of the site: ${name}` });

test("finds a container by its description, shows its name and look, and reports a changed definition", async ({
  page,
  openArticle,
}) => {
  const open = async (customContainers: object[]) => {
    // The new link differs only after the #, which would not load the page again.
    await page.goto("about:blank");
    await openEditor(page, (await openArticle("containers", { metadata: { customContainers } })).url);
  };
  const elsewhere: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("elsewhere")) elsewhere.push(request.url());
  });

  await test.step("is found by its description and inserted", async () => {
    await open([AD, HOSTILE]);
    await slash(page, "paid");
    await page.keyboard.type("Buy this\n\n/trap\nwords");
    const ad = container(page, "Ad");
    await expect(ad.locator(".container-name")).toHaveText("Ad");
    await expect(ad).toContainText("A paid notice, which the page marks as one");
    await expect(ad).not.toContainText("class=");
    await expect(ad).toHaveCSS("border-left-color", "rgb(204, 0, 0)");
    expect(
      await ad.locator("img").evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    ).toBeTruthy();
    await expect(container(page, "Trap")).not.toHaveClass(/has-color/);
    await expect(container(page, "Trap").locator("img")).toHaveCount(0);
    await nightlyLook(page, "containers");
    await deliverVersion(page, 1);
  });

  await test.step("a changed definition is reported and updated by keyboard", async () => {
    await open([{ ...AD, class: "notice" }, HOSTILE]);
    await container(page, "Ad").getByText("Buy this").click();
    await expect(container(page, "Ad")).toContainText("The site has changed this container");
    await page.keyboard.press("Alt+F10");
    await expect(page.getByRole("button", { name: "Update" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(article(page)).toBeFocused();
    await expect(container(page, "Ad")).not.toContainText("The site has changed this container");
  });

  await nightlyStep("a container that is no longer offered keeps its name", async () => {
    await open([]);
    await expect(container(page, "Ad")).toContainText("The site no longer offers this container.");
    await deliverVersion(page, 2);
  });
  expect(elsewhere).toEqual([]);
});
