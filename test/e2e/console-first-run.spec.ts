import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("an appliance without articles says what to do next, and then shows the first one", async ({
  page,
  appliance,
  openArticle,
}) => {
  await logIn(page, appliance);
  const sample = page.getByRole("link", { name: "Open the sample site" });
  await expect(sample).toHaveAttribute("href", new RegExp(`^${appliance.sandboxUrl}`));
  await page.getByRole("button", { name: "Create a project" }).click();
  await expect(page.getByRole("heading", { name: "New project" })).toBeVisible();

  await page.getByRole("link", { name: "Today" }).click();
  await expect(sample).toBeVisible();
  await openArticle("front-page");
  await expect(page.getByRole("heading", { name: "Worked on lately" })).toBeVisible();
  await expect(page.locator(".row", { hasText: "front-page" })).toBeVisible();
});
