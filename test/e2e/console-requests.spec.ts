import { openSession } from "../support/site.ts";
import { logIn, row, visit } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

test("finds a request with a wrong signature and shows its details", async ({ page, appliance, project, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Requests" }).click();
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();

  const article = { callback_url: receiver.callbackUrl, metadata: { webhook_auth_password: "let-me-in-7" } };
  await openSession(appliance.url, project, { ...article, material_id: "harbour-fire" });
  const wrong = openSession(appliance.url, { ...project, api_secret: "x" }, { ...article, material_id: "night-tram" });
  await expect(wrong).rejects.toThrow("403");
  // Both appear without a reload.
  await expect(row(page, "harbour-fire")).toContainText("200");
  await expect(row(page, "night-tram")).toContainText("403");

  await page.keyboard.press("/");
  await page.keyboard.type("night status:4xx");
  await expect(row(page, "harbour-fire")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Enter");
  const pane = page.getByRole("region", { name: "Request", exact: true });
  await expect(pane.getByRole("heading", { name: "Open article" })).toBeVisible();
  await expect(pane.getByText(/^Wrong signature\. ./)).toBeVisible();
  await expect(pane.getByRole("region", { name: "request body" })).toContainText('"webhook_auth_password": "•••"');
  await expect(pane.getByRole("region", { name: "response body" })).toContainText("Invalid signature");
  await expect(pane.getByText(`${project.api_key.slice(0, 11)}•••${project.api_key.slice(-4)}`)).toBeVisible();
  await expectLooksRight(page, "A request");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/requests\?q=/);

  await visit(page, "/requests?status=5xx");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("link", { name: "Show all requests" }).click();
  await expect(row(page, "harbour-fire")).toBeVisible();
  await nightlyLook(page, "Requests of a site");
  await page.getByRole("combobox", { name: "Time" }).selectOption("Between…");
  await page.getByLabel("To", { exact: true }).fill("2020-01-01T12:00");
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByLabel("From", { exact: true }).fill("2020-01-01T12:00");
  await page.getByLabel("To", { exact: true }).fill("");
  await expect(row(page, "harbour-fire")).toBeVisible();
});
