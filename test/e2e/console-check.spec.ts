import { startReceiver } from "../support/receiver.ts";
import { openSession, signature } from "../support/site.ts";
import { expectNoFaults } from "./axe.ts";
import { logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("the sample site passes every step of the check, which leaves nothing behind", async ({ page, appliance }) => {
  const sandbox = await appliance.sandboxProject();
  await logIn(page, appliance, `/projects/${sandbox.id}`);
  await page.getByRole("link", { name: "Check", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Callback URL" })).toHaveValue(
    `${appliance.sandboxUrl}/galley/callback`,
  );
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText("The receiver works.")).toBeVisible({ timeout: 30_000 });
  await expect(page.locator(".check-step [data-verdict='passed']")).toHaveCount(6);
  await expect(page.getByRole("heading", { name: "It accepts an archive of 20 MB" })).toBeVisible();

  const third = page.locator(".check-step").nth(2);
  await third.getByText("Request and response").click();
  await expect(third.getByRole("region", { name: "request body" })).toContainText('"event": "article_saved"');
  await expect(third.getByRole("list", { name: "Public files" })).toContainText("identical");
  await expectNoFaults(page);

  expect(await appliance.console("GET", "/sessions")).toMatchObject({ items: [] });
});

test("names the failed step and what to change", async ({ page, appliance, project }) => {
  const receiver = await startReceiver(project, { urlOf: (name) => `dummy-${name}` });
  await logIn(page, appliance, `/projects/${project.id}/check`);
  await page.getByRole("textbox", { name: "Callback URL" }).fill(receiver.callbackUrl);
  await page.getByRole("textbox", { name: "Callback URL" }).press("Enter");
  await expect(page.getByText("1 step failed. Start with step 3")).toBeVisible();
  const third = page.locator(".check-step").nth(2);
  await expect(third).toContainText("has no public URL for galley-check-");
  await expect(third).toContainText("What to change: Write the public URL");
  await expect(third.getByRole("region", { name: "received in step 3" })).toContainText("dummy-galley-check-");
  await expectNoFaults(page);
  receiver.close();
});

test("ends a check and starts it again", async ({ page, appliance, project }) => {
  const receiver = await startReceiver(project, { download: () => new Promise(() => undefined) });
  await logIn(page, appliance, `/projects/${project.id}/check`);
  await page.getByRole("textbox", { name: "Callback URL" }).fill(receiver.callbackUrl);
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText("Step 3: it accepts an article with a picture…")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Check stopped.")).toBeVisible();
  await page.getByRole("textbox", { name: "Callback URL" }).fill("http://127.0.0.1:9/");
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText("1 step failed. Start with step 1")).toBeVisible();
  receiver.close();
});

test("a wrong signature shows what it looks like", async ({ page, appliance, project, receiver }) => {
  await logIn(page, appliance, `/projects/${project.id}/signatures`);
  await expect(page.getByRole("heading", { name: "No wrong signatures" })).toBeVisible();

  const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
  const keys = { ...project, api_secret: project.api_key };
  await expect(openSession(appliance.url, keys, article)).rejects.toThrow("403");
  await page.getByRole("button", { name: "Reload" }).click();
  const item = page.getByRole("list", { name: "Wrong signatures" }).getByRole("listitem");
  await expect(item).toContainText("Open an article: front-page");
  await expect(item).toContainText("made with the API key in place of the secret");
  await item.getByText("Details").click();
  await expect(item).toContainText(signature(project.api_key, "front-page", receiver.callbackUrl));
  await expectNoFaults(page);
});

test("proxies of the environment are used only when the switch is on", async ({ page, appliance }) => {
  await logIn(page, appliance, "/settings/deliveries");
  const proxies = page.getByRole("switch", { name: "Use proxies from the environment" });
  await expect(proxies).not.toBeChecked();
  await proxies.click();
  await expect(proxies).toBeChecked();
  expect(await appliance.console("GET", "/settings")).toMatchObject({ settings: { proxy_from_environment: true } });
});

test("keeps a CA certificate and rejects anything else with a reason", async ({ page, appliance, project }) => {
  await logIn(page, appliance, `/projects/${project.id}/settings`);
  await page.getByLabel("CA certificate").fill("no certificate");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("This is not one or more certificates in PEM form")).toBeVisible();
  const { selfSigned } = await import("../support/certificates.ts");
  const { cert } = selfSigned(["DNS:cms.example.org"]);
  await page.getByLabel("CA certificate").fill(cert);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("CA certificate")).toHaveValue(cert.trim());
});
