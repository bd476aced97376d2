import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import { openSession, signature } from "../support/site.ts";
import { logIn, row, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

test("a new project's revealed secret opens an article", async ({ page, appliance, receiver }) => {
  await logIn(page, appliance);
  await page.getByRole("link", { name: "Projects" }).click();
  await page.getByRole("button", { name: "New project" }).click();
  await page.getByLabel("Site name").fill("Harbour Gazette");
  await page.getByLabel("Development").check();
  await page.getByRole("button", { name: "Create project" }).click();

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

test("copies the API key", async ({ page, appliance, project, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await logIn(page, appliance, `/projects/${project.id}`);
  await page.getByRole("button", { name: "Copy API key" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.api_key);
});

test("rejects an invalid host and keeps valid ones", async ({ page, appliance, project }) => {
  await logIn(page, appliance, `/projects/${project.id}/hosts`);
  const hosts = page.getByRole("combobox", { name: "Allowed hosts" });
  await hosts.fill("cms.*.example");
  await hosts.press("Enter");
  await expect(page.getByText("has * in the wrong place")).toBeVisible();
  await hosts.fill("https://cms.example.org:8443/admin");
  await hosts.press("Enter");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const { items } = await appliance.console<{ items: ProjectWithSecret[] }>("GET", "/projects");
  expect(items.find(({ id }) => id === project.id)?.allowed_hosts).toEqual(["cms.example.org:8443"]);
});

test("disables a key after one question, and rejects its requests", async ({
  page,
  appliance,
  project,
  openArticle,
}) => {
  await openArticle("front-page");
  await logIn(page, appliance, `/projects/${project.id}/settings`);
  await page.getByRole("button", { name: "Disable key…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("The site gets 403");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await openArticle("front-page");

  await page.getByRole("button", { name: "Disable key…" }).click();
  await dialog.getByRole("button", { name: "Disable key" }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, "The Daily Test")).toContainText("Disabled");
  await expect(openArticle("front-page")).rejects.toThrow("403");
});

test("accepts a new secret at once, and the old one for a day", async ({ page, appliance, project, receiver }) => {
  await logIn(page, appliance, `/projects/${project.id}`);
  await page.getByRole("button", { name: "New secret…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create new secret" }).click();
  const secret = page.getByRole("region", { name: "Keys" }).getByText(/^gs_.{30,}/);
  await expect(secret).not.toHaveText(project.api_secret);
  await expect(page.getByText("accepted until")).toBeVisible();

  const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
  const changed = { ...project, api_secret: await secret.innerText() };
  for (const keys of [project, changed])
    expect((await openSession(appliance.url, keys, article)).session_id).toMatch(/^[0-9a-f-]{36}$/);

  await test.step("and is ended by hand before that, with what it means said first", async () => {
    // The site has signed with the new one meanwhile.
    await page.getByRole("button", { name: "Revoke now…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("DEV");
    await expect(dialog).toContainText("The site already signs with the new secret");
    await dialog.getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("accepted until")).toBeHidden();
    await expect(openSession(appliance.url, project, article)).rejects.toThrow("403");
  });
});

test("replaces a leaked secret at once", async ({ page, appliance, project, receiver }) => {
  await logIn(page, appliance, `/projects/${project.id}/keys`);
  await page.getByRole("button", { name: "New secret…" }).click();
  await page.getByLabel("Revoke now").check();
  await expect(page.getByRole("dialog")).toContainText("The site gets 403");
  await page.getByRole("dialog").getByRole("button", { name: "Create new secret" }).click();
  await expect(page.getByRole("region", { name: "Keys" }).getByText(/^gs_.{30,}/)).toBeVisible();
  await expect(page.getByText("accepted until")).toBeHidden();
  const article = { material_id: "front-page", callback_url: receiver.callbackUrl };
  await expect(openSession(appliance.url, project, article)).rejects.toThrow("403");
});

test("checks a callback URL while it is typed", async ({ page, appliance }) => {
  const project = await appliance.createProject({
    name: "The Harbour Daily",
    environment: "prod",
    allowed_hosts: ["127.0.0.1:8080", "*.example.org"],
  });
  await logIn(page, appliance, `/projects/${project.id}/hosts`);
  const answer = page.getByRole("region", { name: "Test a callback URL" }).getByRole("status");
  const field = page.getByRole("textbox", { name: "Callback URL" });
  await field.fill("http://127.0.0.1:8080/galley");
  await expect(answer).toContainText("Allowed by 127.0.0.1:8080");
  await expect(answer).toContainText("this machine · allowed");
  await field.fill("http://127.0.0.1:8081/galley");
  await expect(answer).toContainText("Host 127.0.0.1:8081 is not allowed for this API key");
  await field.fill("cms.example.org");
  await expect(answer).toContainText("The callback_url is not an http or https URL.");
});

test("calculates a signature, and diagnoses a wrong one", async ({ page, appliance, project }) => {
  await logIn(page, appliance, `/projects/${project.id}/integrate`);
  const calculator = page.getByRole("region", { name: "Signature calculator" });
  await calculator.getByRole("button", { name: "Calculate" }).click();
  const url = "http://localhost:8080/galley-callback";
  await expect(calculator).toContainText(`article-1:${url}`);
  await expect(calculator).toContainText(signature(project.api_secret, "article-1", url));
  await calculator.getByLabel("Signature to check").fill(signature(project.api_key, "article-1", url));
  await calculator.getByRole("button", { name: "Calculate and check" }).click();
  await expect(calculator).toContainText("made with the API key in place of the secret");
});

test("shows examples in each language with the project's key", async ({ page, appliance, project }) => {
  await logIn(page, appliance, `/projects/${project.id}/integrate`);
  await expect(page.getByRole("region", { name: "variables for the examples" })).toContainText(project.api_key);
  const open = page.getByRole("region", { name: "example that opens an article" });
  const receiver = page.getByRole("region", { name: "receiver", exact: true });
  await expect(page.getByText("curl cannot receive callbacks")).toBeVisible();
  for (const [name, word] of [
    ["Node", "createHmac"],
    ["PHP", "hash_hmac"],
    ["Python", "hashlib"],
  ] as const) {
    await page.getByText(name, { exact: true }).click();
    await expect(open).toContainText(word);
    await expect(receiver).toContainText(word);
  }
  await page.getByText("curl", { exact: true }).click();
  await expect(open).toContainText("openssl");
});

test("deletes a project after its name is typed, and names its open deliveries", async ({
  page,
  appliance,
  receiver,
}) => {
  const project = await appliance.createProject({ name: "The Old Gazette" });
  receiver.answer = (_callback, res) => void res.writeHead(500).end();
  const article = { material_id: "last-words", callback_url: receiver.callbackUrl };
  await save(await openSession(appliance.url, project, article), "Text.", null);
  await receiver.received(1);
  await logIn(page, appliance, `/projects/${project.id}/settings`);
  await page.getByRole("button", { name: "Delete project…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("1 article, 1 version, 1 delivery");
  await expect(dialog).toContainText("1 delivery is pending");
  await expect(dialog.getByRole("link", { name: /^Text\. →/ })).toBeVisible();
  const button = dialog.getByRole("button", { name: "Delete project" });
  await dialog.getByLabel("Project name").fill("Gazette");
  await expect(button).toBeDisabled();
  await dialog.getByLabel("Project name").fill("The Old Gazette");
  await button.click();
  await expect(page).toHaveURL(`${appliance.consoleUrl}/projects`);
  await expect(row(page, "The Old Gazette")).toBeHidden();
  await expect(openSession(appliance.url, project, article)).rejects.toThrow("403");
});

test("the sample site's project cannot be deleted", async ({ page, appliance }) => {
  const { id } = await appliance.sandboxProject();
  await logIn(page, appliance, `/projects/${id}/settings`);
  await expect(page.getByText("belongs to the sample site and cannot be deleted")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete project…" })).toBeHidden();
});

test("shows PROD in list, header and dialog", async ({ page, appliance }) => {
  const project = await appliance.createProject({ name: "The Evening Echo", environment: "prod" });
  await logIn(page, appliance, `/projects/${project.id}/settings`);
  await expect(row(page, "The Evening Echo").getByText("PROD", { exact: true })).toBeVisible();
  await expect(
    page.getByRole("region", { name: "Project", exact: true }).getByText("PROD", { exact: true }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Disable key…" }).click();
  await expect(page.getByRole("dialog", { name: "PROD Disable the key of The Evening Echo?" })).toBeVisible();
});

test("shows another admin's changes at once", async ({ page, appliance }) => {
  await logIn(page, appliance, "/projects");
  const { id } = await appliance.createProject({ name: "The Noon Courier" });
  await expect(row(page, "The Noon Courier")).toBeVisible();
  await appliance.console("PATCH", `/projects/${id}`, { enabled: false });
  await expect(row(page, "The Noon Courier")).toContainText("Disabled");
  await appliance.console("DELETE", `/projects/${id}?name=The+Noon+Courier`);
  await expect(row(page, "The Noon Courier")).toBeHidden();
});
