import { startReceiver } from "../support/receiver.ts";
import { openSession, signature } from "../support/site.ts";
import { logIn, visit } from "./console-page.ts";
import { enter, expect, nightlyStep, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("checks a receiver and explains signatures", async ({ page, appliance, project, receiver }) => {
  const sandbox = await appliance.sandboxProject();
  await logIn(page, appliance, `/projects/${sandbox.id}`);
  const url = page.getByRole("textbox", { name: "Callback URL" });
  const start = page.getByRole("button", { name: "Check receiver" });
  const third = page.locator(".check-step").nth(2);

  await nightlyStep("the sample site passes every step, and the check leaves no session", async () => {
    await page.getByRole("link", { name: "Check", exact: true }).click();
    await expect(url).toHaveValue(`${appliance.sandboxUrl}/galley/callback`);
    await start.click();
    await expect(page.getByText("The receiver works.")).toBeVisible({ timeout: 30_000 });
    await expect(page.locator(".check-step [data-state='passed']")).toHaveCount(6);
    await expect(page.getByRole("heading", { name: "It accepts an archive of 20 MB" })).toBeVisible();
    await third.getByText("Request and response").click();
    await expect(third.getByRole("region", { name: "request body" })).toContainText('"event": "article_saved"');
    await expect(third.getByRole("list", { name: "Public files" })).toContainText("identical");
    expect(await appliance.console("GET", "/sessions")).toMatchObject({ items: [] });
  });

  await nightlyStep("a check is stopped and started again", async () => {
    const silent = await startReceiver(project, { download: () => new Promise(() => undefined) });
    await visit(page, `/projects/${project.id}/check`);
    await url.fill(silent.callbackUrl);
    await start.click();
    await expect(page.getByText("Step 3: it accepts an article with a picture…")).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await expect(page.getByText("Check stopped.")).toBeVisible();
    silent.close();
  });

  await test.step("the failed step and its fix are named", async () => {
    await visit(page, `/projects/${project.id}/check`);
    const wrong = await startReceiver(project, { urlOf: (name) => `dummy-${name}` });
    await enter(url, wrong.callbackUrl);
    await expect(page.getByText("1 step failed. Start with step 3")).toBeVisible();
    await expect(third).toContainText("has no public URL for galley-check-");
    await expect(third).toContainText("What to change: Write the public URL");
    await expect(third.getByRole("region", { name: "received in step 3" })).toContainText("dummy-galley-check-");
    wrong.close();
  });

  await visit(page, `/projects/${project.id}/integrate`);

  await test.step("examples contain the project's key, in several languages", async () => {
    await expect(page.getByRole("region", { name: "variables for the examples" })).toContainText(project.api_key);
    const open = page.getByRole("region", { name: /^open\./ });
    await expect(page.getByText("curl cannot receive callbacks")).toBeVisible();
    await expect(open).toContainText("openssl");
    await page.getByText("Python", { exact: true }).click();
    await expect(open).toContainText("hashlib");
    await expect(page.getByRole("region", { name: "receiver.py", exact: true })).toContainText("hashlib");
  });

  await test.step("the calculator signs and diagnoses a wrong signature", async () => {
    const calculator = page.getByRole("region", { name: "Signature calculator" });
    await calculator.getByRole("button", { name: "Calculate" }).click();
    const url = "http://localhost:8080/galley-callback";
    await expect(calculator).toContainText(`article-1:${url}`);
    await expect(calculator).toContainText(signature(project.api_secret, "article-1", url));
    await calculator.getByLabel("Signature to check").fill(signature(project.api_key, "article-1", url));
    await calculator.getByRole("button", { name: "Calculate" }).click();
    await expect(calculator).toContainText("made with the API key in place of the secret");
  });

  await test.step("wrong signatures from the site are listed", async () => {
    await visit(page, `/projects/${project.id}/signatures`);
    await expect(page.getByRole("heading", { name: "No wrong signatures" })).toBeVisible();
    const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
    await expect(openSession(appliance.url, { ...project, api_secret: project.api_key }, article)).rejects.toThrow(
      "403",
    );
    await page.getByRole("button", { name: "Reload" }).click();
    const item = page.getByRole("list", { name: "Wrong signatures" }).getByRole("listitem");
    await expect(item).toContainText("Open article: front-page");
    await expect(item).toContainText("made with the API key in place of the secret");
    await item.getByText("Details").click();
    await expect(item).toContainText(signature(project.api_key, "front-page", receiver.callbackUrl));
  });
});
