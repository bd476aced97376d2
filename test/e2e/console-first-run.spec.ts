import { logIn, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight } from "./looks.ts";

test.use({ ownAppliance: true });

test("the first steps are done where they stand, are ticked by what is there, and stay away once dismissed", async ({
  page,
  appliance,
  receiver,
}) => {
  await logIn(page, appliance);
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("link", { name: "Open the sample site" })).toHaveAttribute(
    "href",
    new RegExp(`^${appliance.sandboxUrl}`),
  );
  await expect(steps.getByRole("img", { name: "Not done yet" })).toHaveCount(3);

  await steps.getByRole("button", { name: "Create a project" }).click();
  await steps.getByLabel("Name of the site").fill("The Daily Test");
  await steps.getByRole("button", { name: "Create the project" }).click();
  await expect(steps.getByText("The Daily Test is there.")).toBeVisible();
  await expect(steps.getByRole("button", { name: "Copy Secret" })).toBeVisible();
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);

  await steps.getByRole("button", { name: "Check the receiver" }).click();
  // The secret stays in sight for whoever carries it to the site meanwhile.
  await expect(steps.getByRole("button", { name: "Copy Secret" })).toBeVisible();
  await steps.getByLabel("Callback address").fill(receiver.callbackUrl);
  receiver.answer = (_, res) => void res.writeHead(500).end();
  await steps.getByRole("button", { name: "Start the check" }).click();
  await expect(steps.getByText("Something is to be changed at the site:")).toBeVisible({ timeout: 30_000 });
  await expectLooksRight(page, "a project was made and its receiver failed the check");
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);

  await steps.getByRole("button", { name: "Do not show these again" }).click();
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "The last 24 hours" })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test("an article that was opened comes to the overview by itself", async ({ page, appliance, openArticle }) => {
  await logIn(page, appliance);
  await expect(page.getByRole("heading", { name: "First steps" })).toBeVisible();
  await save(await openArticle("front-page"), "Text.", null);
  await expect(page.getByRole("heading", { name: "Worked on lately" })).toBeVisible();
  await expect(page.locator(".row", { hasText: "front-page" })).toBeVisible();
  // A delivery is no check of the receiver: only the check ticks its step.
  const steps = page.getByRole("region", { name: "First steps" });
  await expect(steps.getByRole("img", { name: "Done", exact: true })).toHaveCount(1);
  await expect(
    steps.getByRole("listitem").filter({ hasText: "Check the receiver" }).getByRole("img", { name: "Not done yet" }),
  ).toBeVisible();
});
