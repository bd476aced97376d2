import type { ProjectWithSecret } from "../../server/contracts/console-api.ts";
import { openSession } from "../support/site.ts";
import { logIn, row } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a new project's revealed secret opens an article", async ({ page, appliance, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Name").fill("Harbour Gazette");
  await page.getByLabel("Development").check();
  await page.getByRole("button", { name: "Create the project" }).click();

  await expect(page.getByRole("heading", { name: "Harbour Gazette" })).toBeVisible();
  const keys = page.getByRole("region", { name: "Keys" });
  const secret = keys.getByText(/^gs_/);
  const masked = await secret.innerText();
  expect(masked.length).toBeLessThan(16);
  await keys.getByRole("button", { name: "Reveal" }).click();
  await expect(secret).not.toHaveText(masked);

  const opened = await openSession(
    appliance.url,
    { api_key: await keys.getByText(/^gk_/).innerText(), api_secret: await secret.innerText() },
    { material_id: "front-page", callback_url: receiver.callbackUrl },
  );
  expect(opened.session_id).toMatch(/^[0-9a-f-]{36}$/);

  await keys.getByRole("button", { name: "Hide" }).click();
  await expect(secret).toHaveText(masked);
});

test("the key is copied as it is", async ({ page, appliance, project, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/projects/${project.id}`);
  await page.getByRole("button", { name: "Copy API key" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.api_key);
});

test("a wrong host is named and does not get in; right ones are kept", async ({ page, appliance, project }) => {
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/projects/${project.id}`);
  const hosts = page.getByRole("combobox", { name: "Allowed hosts" });
  await hosts.fill("cms.*.example");
  await hosts.press("Enter");
  await expect(page.getByText("has * in the wrong place")).toBeVisible();
  await hosts.fill("https://cms.example.org:8443/admin");
  await hosts.press("Enter");
  await page.getByRole("button", { name: "Save the project" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const { items } = await appliance.console<{ items: ProjectWithSecret[] }>("GET", "/projects");
  expect(items.find(({ id }) => id === project.id)?.allowed_hosts).toEqual(["cms.example.org:8443"]);
});

test("disabling a key asks once and ends its openings", async ({ page, appliance, project, openArticle }) => {
  await openArticle("front-page");
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/projects/${project.id}`);
  await page.getByRole("button", { name: "Disable the key…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("openings are refused");
  await dialog.getByRole("button", { name: "Leave it as it is" }).click();
  await openArticle("front-page");

  await page.getByRole("button", { name: "Disable the key…" }).click();
  await dialog.getByRole("button", { name: "Disable the key" }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, "The Daily Test")).toContainText("Disabled");
  await expect(openArticle("front-page")).rejects.toThrow("403");
});

test("a new secret signs at once, and the old one goes on for a day", async ({
  page,
  appliance,
  project,
  receiver,
}) => {
  await logIn(page, appliance);
  await page.goto(`${appliance.consoleUrl}/projects/${project.id}`);
  await page.getByRole("button", { name: "New secret…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Make a new secret" }).click();
  const secret = page.getByRole("region", { name: "Keys" }).getByText(/^gs_.{30,}/);
  await expect(secret).not.toHaveText(project.api_secret);
  await expect(page.getByText("accepted until")).toBeVisible();

  const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
  const changed = { ...project, api_secret: await secret.innerText() };
  for (const keys of [project, changed])
    expect((await openSession(appliance.url, keys, article)).session_id).toMatch(/^[0-9a-f-]{36}$/);
});
