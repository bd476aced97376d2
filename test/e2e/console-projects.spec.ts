import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import { selfSigned } from "../support/certificates.ts";
import { openSession } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { enter, expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a project is created, changed, disabled and deleted", async ({ page, context, appliance, receiver }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Site name").fill("Harbour Gazette");
  await page.getByLabel("Development").check();
  await page.getByRole("button", { name: "Create project" }).click();
  await expect(page.getByRole("heading", { name: "Harbour Gazette" })).toBeVisible();

  const keys = page.getByRole("region", { name: "Keys" });
  const dialog = page.getByRole("dialog");
  const apiKey = await keys.getByText(/^gk_/).innerText();
  const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
  const openWith = (api_secret: string) => openSession(appliance.url, { api_key: apiKey, api_secret }, article);
  const secret = keys.getByText(/^gs_/);
  // Up to the end: a pattern without it matches the field around the masked secret, whose text is as long.
  const fullSecret = keys.getByText(/^gs_[\w-]{30,}$/);

  const first = await test.step("a secret is revealed and hidden; the key is copied", async () => {
    const masked = await secret.innerText();
    expect(masked.length).toBeLessThan(16);
    await keys.getByRole("button", { name: "Reveal" }).click();
    const revealed = await fullSecret.innerText();
    await openWith(revealed);
    await keys.getByRole("button", { name: "Hide" }).click();
    await expect(secret).toHaveText(masked);
    await page.getByRole("button", { name: "Copy API key" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey);
    return revealed;
  });

  const second =
    await test.step("a new secret is accepted immediately, and the old one until it is revoked", async () => {
      await page.getByRole("button", { name: "New secret…" }).click();
      await dialog.getByRole("button", { name: "New secret" }).click();
      await expect(page.getByText("accepted until")).toBeVisible();
      const changed = await fullSecret.innerText();
      expect(changed).not.toBe(first);
      await openWith(first);
      await openWith(changed);
      await page.getByRole("button", { name: "Revoke now…" }).click();
      await expect(dialog).toContainText("DEV");
      await expect(dialog).toContainText("The site already signs with the new secret");
      await dialog.getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByText("accepted until")).toBeHidden();
      await expect(openWith(first)).rejects.toThrow("403");
      return changed;
    });

  await test.step("a leaked secret is replaced immediately", async () => {
    await page.getByRole("button", { name: "New secret…" }).click();
    await page.getByLabel("Revoke now").check();
    await expect(dialog).toContainText("The site gets 403");
    await dialog.getByRole("button", { name: "New secret" }).click();
    await expect(dialog).toBeHidden();
    await expect(fullSecret).not.toHaveText(second);
    await expect(page.getByText("accepted until")).toBeHidden();
    await expect(openWith(second)).rejects.toThrow("403");
  });

  const { host } = new URL(receiver.callbackUrl);
  const project = await appliance.createProject({
    name: "The Evening Echo",
    environment: "prod",
    allowed_hosts: [host],
  });
  receiver.respond = (_callback, res) => void res.writeHead(500).end();
  const lastWords = { material_id: "last-words", callback_url: receiver.callbackUrl };
  await save(await openSession(appliance.url, project, lastWords), "Text.", null);
  await receiver.received(1);
  await visit(page, `/projects/${project.id}/hosts`);

  await test.step("checks a callback URL while it is typed", async () => {
    const response = page.getByRole("region", { name: "Test a callback URL" }).getByRole("status");
    const field = page.getByRole("textbox", { name: "Callback URL" });
    await field.fill(receiver.callbackUrl);
    await expect(response).toContainText(`Allowed by ${host}`);
    await expect(response).toContainText("this machine · allowed");
    await field.fill("http://cms.example.org/galley");
    await expect(response).toContainText("Host cms.example.org is not allowed for this API key");
    await field.fill("cms.example.org");
    await expect(response).toContainText("The callback_url is not an http or https URL.");
  });

  await test.step("rejects an invalid host and keeps valid ones", async () => {
    const hosts = page.getByRole("combobox", { name: "Allowed hosts" });
    await enter(hosts, "cms.*.example");
    await expect(page.getByText("is not a host")).toBeVisible();
    await enter(hosts, "https://cms.example.org:8443/admin");
    // Another admin's change stays.
    await appliance.console("PATCH", `/projects/${project.id}`, { allowed_hosts: [host, "other.example.org"] });
    await expect(page.locator("form").getByText("other.example.org")).toBeVisible();
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    const { items } = await appliance.console<{ items: ProjectWithSecret[] }>("GET", "/projects");
    expect(items.find(({ id }) => id === project.id)?.allowed_hosts).toEqual([
      ...[host, "other.example.org", "cms.example.org:8443"],
    ]);
  });

  await test.step("keeps a CA certificate and rejects anything else with a reason", async () => {
    await visit(page, `/projects/${project.id}/settings`);
    const certificate = page.getByLabel("CA certificate");
    await certificate.fill("no certificate");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Enter one or more certificates in PEM form")).toBeVisible();
    const { cert } = selfSigned(["DNS:cms.example.org"]);
    await certificate.fill(cert);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Saved.")).toBeVisible();
    const { items } = await appliance.console<{ items: ProjectWithSecret[] }>("GET", "/projects");
    expect(items.find(({ id }) => id === project.id)?.settings.ca_certificate).toBe(cert.trim());
    const [newest] = await appliance.audit("project changed");
    expect(newest?.detail).toEqual({ settings: { ca_certificate: cert.trim() } });
  });

  await test.step("marks production everywhere and disables the key after confirmation", async () => {
    const listed = row(page, "The Evening Echo");
    await expect(listed.getByText("PROD", { exact: true })).toBeVisible();
    const header = page.getByRole("region", { name: "Project", exact: true });
    await expect(header.getByText("PROD", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Disable key…" }).click();
    await expect(page.getByRole("dialog", { name: "PROD Disable key: The Evening Echo?" })).toBeVisible();
    await expect(dialog).toContainText("The site gets 403");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await openSession(appliance.url, project, lastWords);
    await page.getByRole("button", { name: "Disable key…" }).click();
    await dialog.getByRole("button", { name: "Disable key" }).click();
    await expect(dialog).toBeHidden();
    await expect(listed).toContainText("Disabled");
    await expect(openSession(appliance.url, project, lastWords)).rejects.toThrow("403");
  });

  await test.step("deletes it after its name is typed, and names its open deliveries", async () => {
    await page.getByRole("button", { name: "Delete project…" }).click();
    await expect(dialog).toContainText("Sessions1Versions1Deliveries1");
    await expect(dialog).toContainText("will not be sent: 1.");
    await expect(dialog.getByRole("link", { name: /^Text\. →/ })).toBeVisible();
    const button = dialog.getByRole("button", { name: "Delete project" });
    await dialog.getByLabel("Project name").fill("Echo");
    await expect(button).toBeDisabled();
    await dialog.getByLabel("Project name").fill("The Evening Echo");
    await button.click();
    await expect(page).toHaveURL(`${appliance.consoleUrl}/projects`);
    await expect(row(page, "The Evening Echo")).toBeHidden();
  });

  await test.step("keeps the project of the sample site", async () => {
    const { id } = await appliance.sandboxProject();
    await visit(page, `/projects/${id}/settings`);
    await expect(page.getByText("belongs to the sample site and cannot be deleted")).toBeVisible();
    await expect(page.getByRole("button", { name: "Delete project…" })).toBeHidden();
  });
});
