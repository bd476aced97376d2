import { readFile } from "node:fs/promises";
import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a session shows its versions, and a version its text, source and archive", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const session = await openArticle("harbour-crossing", {
    metadata: { section_id: 14, webhook_auth_user: "galley", webhook_auth_password: "sesame" },
  });
  await save(session, "The first tram crossed.", null);
  await save(session, "The first tram crossed at 6.12.", 1);
  await receiver.received(1);

  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await row(page, "harbour-crossing").click();
  await expect(page.getByText(receiver.callbackUrl)).toBeVisible();
  const metadata = page.getByRole("region", { name: "metadata", exact: true });
  await expect(metadata).toContainText('"section_id": 14');
  await expect(metadata).toContainText('"webhook_auth_password": "•••"');
  await expect(page.getByRole("region", { name: "Versions" }).getByText("ida@example.org")).toHaveCount(2);

  await page.getByRole("link", { name: "Version 2", exact: true }).click();
  const preview = page.getByTitle("Preview of version 2");
  await expect(preview).toHaveAttribute("sandbox", "");
  await expect(preview.contentFrame().getByText("The first tram crossed at 6.12.")).toBeVisible();
  await page.getByText("HTML", { exact: true }).click();
  await expect(page.getByRole("region", { name: "HTML of the version" })).toContainText("</p>");

  const started = page.waitForEvent("download");
  await page.getByRole("link", { name: "Archive" }).click();
  const file = await readFile(await (await started).path());
  expect(file.subarray(0, 4).toString("latin1")).toBe("PK\u0003\u0004");
});

test("search and project filter narrow the list and stand in the address", async ({
  page,
  appliance,
  project,
  openArticle,
}) => {
  await openArticle("front-page");
  await openArticle("harbour-crossing");
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/sessions`);
  await expect(page.locator(".row")).toHaveCount(2);
  await page.getByRole("searchbox").fill("harb");
  await expect(page.locator(".row")).toHaveCount(1);
  await page.getByLabel("Project").selectOption(project.id);
  await expect(page).toHaveURL(new RegExp(`q=harb.*|project=${project.id}.*`));
  await page.reload();
  await expect(row(page, "harbour-crossing")).toBeVisible();
  await page.getByRole("searchbox").fill("nowhere");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
});

test("a session that a site opens appears without a reload", async ({ page, appliance, openArticle }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Sessions", exact: true }).click();
  await expect(page.getByRole("heading", { name: "No article has been opened yet" })).toBeVisible();
  await openArticle("late-news");
  await expect(row(page, "late-news")).toBeVisible();
});

test("deleting a session asks once", async ({ page, appliance, openArticle }) => {
  const session = await openArticle("front-page");
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/sessions/${session.session_id}`);
  await page.getByRole("button", { name: "Delete the session…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete the session" }).click();
  await expect(page.getByRole("heading", { name: "No article has been opened yet" })).toBeVisible();
  await expect(appliance.console("GET", `/sessions/${session.session_id}`)).rejects.toThrow("404");
});
