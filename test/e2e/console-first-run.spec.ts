import { logIn, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

test("completes the first steps in place, ticks them by what exists, and keeps them dismissed", async ({
  page,
  appliance,
  receiver,
}) => {
  await logIn(page, appliance);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Open sample site" })).toHaveAttribute(
    "href",
    new RegExp(`^${appliance.sandboxUrl}`),
  );
  await expect(steps.getByRole("img", { name: "Not done" })).toHaveCount(3);

  await steps.getByRole("button", { name: "Create project" }).click();
  await steps.getByLabel("Site name").fill("The Daily Test");
  await steps.getByRole("button", { name: "Create project" }).click();
  await expect(steps.getByText("The Daily Test created.")).toBeVisible();
  await expect(steps.getByRole("button", { name: "Copy API secret" })).toBeVisible();
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);

  await steps.getByRole("button", { name: "Check receiver" }).click();
  // The secret stays in sight for whoever carries it to the site meanwhile.
  await expect(steps.getByRole("button", { name: "Copy API secret" })).toBeVisible();
  await steps.getByRole("textbox", { name: "Callback URL" }).fill(receiver.callbackUrl);
  receiver.answer = (_, res) => void res.writeHead(500).end();
  await steps.getByRole("button", { name: "Check receiver" }).click();
  await expect(steps.getByText(/^\d steps? failed\./)).toBeVisible({ timeout: 30_000 });
  await expectLooksRight(page, "a project was made and its receiver failed the check");
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);

  await steps.getByRole("button", { name: "Dismiss" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Last 24 hours" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("shows a newly opened article in the overview", async ({ page, appliance, openArticle }) => {
  await logIn(page, appliance);
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await save(await openArticle("front-page"), "Text.", null);
  await expect(page.getByRole("heading", { name: "Recent articles" })).toBeVisible();
  await expect(page.locator(".row", { hasText: "front-page" })).toBeVisible();
  // A delivery is no check of the receiver: only the check ticks its step.
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);
  await expect(
    steps.getByRole("listitem").filter({ hasText: "Check your receiver" }).getByRole("img", { name: "Not done" }),
  ).toBeVisible();
});
