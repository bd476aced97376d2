/** Contract 1.6: the interactive documentation works offline and under its CSP, and signs its requests. */
import type { Page } from "@playwright/test";
import { startDelivery } from "../support/integration.ts";
import { expect, FULL, test } from "./fixtures.ts";
import { expectNoFaults, faultsOf } from "./looks.ts";

/** Only the nightly run checks both. */
const SCHEMES = FULL ? (["light", "dark"] as const) : (["dark"] as const);

/** Opens "Try it out" of an operation with the secret for its signature. */
async function tryOut(page: Page, secret: string, name: string) {
  await page.getByLabel("api_secret").fill(secret);
  const operation = page.locator(`#operations-integration-${name}`);
  await operation.locator(".opblock-summary-control").click();
  await operation.getByRole("button", { name: "Try it out" }).click();
  return {
    operation,
    async execute() {
      await operation.getByRole("button", { name: "Execute" }).click();
      await operation.locator(".live-responses-table .response-col_status").getByText("200").waitFor();
    },
  };
}

test("docs are accessible, sign requests and keep the secret in the page", async ({ page, appliance, project }) => {
  const problems: string[] = [];
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith(appliance.url) && !request.url().startsWith("data:")) problems.push(request.url());
  });
  const response = await page.goto(`${appliance.url}/docs/`);
  const policy = response?.headers()["content-security-policy"] ?? "";
  expect(policy).toMatch(/script-src 'self';/);
  expect(policy).toMatch(/frame-ancestors 'none'/);
  await page.getByRole("heading", { name: "Integration API" }).waitFor();
  const sent: string[] = [];
  page.on("request", (request) =>
    sent.push(`${request.url()} ${JSON.stringify(request.headers())} ${request.postData()}`),
  );
  const { operation, execute } = await tryOut(page, project.api_secret, "open_session");
  const body = { api_key: project.api_key, callback_url: "http://localhost/cb", material_id: "é 1" };
  await operation.locator("textarea").fill(JSON.stringify(body));
  await execute();
  const { items } = await appliance.console<{ items: { id: string }[] }>("GET", `/sessions?project=${project.id}`);
  expect(items).toHaveLength(1);
  expect(await appliance.console("GET", `/sessions/${items[0]?.id}`)).toMatchObject({
    ...{ material_id: "é 1", callback_url: body.callback_url },
  });
  expect(await page.locator("#signed").textContent()).toBe("é 1:http://localhost/cb");
  expect(sent.filter((request) => request.includes(project.api_secret))).toEqual([]);

  // Callbacks are under Webhooks, with their body and the expected response.
  const webhooks = page.locator(".webhooks");
  await webhooks.getByText("The site's fonts changed").waitFor();
  await webhooks.locator(".opblock-summary-control").first().click();
  for (const words of ["A version was saved", "decides the result", "dummy-"])
    await webhooks.getByText(words).first().waitFor();
  await webhooks.locator(".highlight-code").first().waitFor();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    // Swagger UI animates button colours for 0.3 s.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    // Other findings are caused by Swagger UI: nested controls, headings out of order.
    expect(await faultsOf(page, ["color-contrast"])).toEqual([]);
  }

  const delivery = await startDelivery({ appliance, project });
  const archive = await tryOut(page, project.api_secret, "download_media");
  for (const [name, value] of [
    ["fingerprint", delivery.session.fingerprint],
    ["version_id", delivery.contentUrl.split("/").at(-1) ?? ""],
    ["api_key", project.api_key],
    ["material_id", "article-1"],
  ] as const)
    await archive.operation.locator(`tr[data-param-name="${name}"] input`).fill(value);
  await archive.execute();
  expect(await delivery.downloads()).toMatchObject([{ status: 200, complete: true }]);
  await delivery.end();

  await page.getByRole("link", { name: "Connecting a site to Galley" }).first().click();
  await page.getByRole("heading", { name: "The signature" }).waitFor();
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await expectNoFaults(page);
  }
  await page.getByRole("link", { name: "Receiving a callback" }).click();
  expect(new URL(page.url()).hash).toBe("#receiving-a-callback");
  await expect(page.getByRole("link", { name: "API reference" })).toHaveAttribute("href", "../docs");
  expect(problems).toEqual([]);
});
