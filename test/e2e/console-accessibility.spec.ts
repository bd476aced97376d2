import type { Page } from "@playwright/test";
import { openSession } from "../support/site.ts";
import { logIn, row, save, visit } from "./console-page.ts";
import { expect, nightlyStep, test } from "./fixtures.ts";
import { expectLooksRight, nightlyLook } from "./looks.ts";

test.use({ ownAppliance: true });

test("every screen is accessible and fits the window", async ({ page, appliance, project, openArticle, receiver }) => {
  test.slow();
  /** Messages of content that the pages' content security policy blocked. */
  const blocked: string[] = [];
  page.on("console", (message) => message.text().includes("Content Security Policy") && blocked.push(message.text()));
  await page.goto(appliance.consoleUrl);
  await check(page, "Log in to the console");
  // The login URL differs only after the #, which would not load the page again.
  await page.goto("about:blank");
  await logIn(page, appliance);
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await nightlyLook(page, "The overview before the first article");

  receiver.respond = ({ body }) => (body.material_id === "good" ? { rc: 1, data: {} } : { rc: 0, rm: "no" });
  const good = await openArticle("good");
  await save(good, "The first tram crossed.", null);
  await save(good, "The first tram crossed at six.", 1);
  await save(await openArticle("bad"), "The first tram crossed.", null);
  await receiver.received(3);
  await check(page, "Articles not delivered");

  const article = { material_id: "good", callback_url: receiver.callbackUrl };
  const at = (path: string) => visit(page, path);
  await nightlyStep("Projects", async () => {
    await at("/projects");
    await expect(row(page, project.name)).toBeVisible();
    await expectLooksRight(page, "Projects");
  });
  await at("/projects/new");
  await check(page, "New project");
  await at(`/projects/${project.id}`);
  await page.getByRole("button", { name: "Reveal" }).click();
  await check(page, project.name);
  await page.getByRole("button", { name: "New secret…" }).click();
  await check(page, `DEV New secret: ${project.name}?`);
  await at(`/projects/${project.id}/hosts`);
  await page.getByRole("textbox", { name: "Callback URL" }).fill(receiver.callbackUrl);
  await expect(page.getByText("Allowed", { exact: true })).toBeVisible();
  await check(page, "Test a callback URL");
  await at(`/projects/${project.id}/integrate`);
  await page.getByText("Python", { exact: true }).click();
  await page.getByRole("button", { name: "Calculate" }).click();
  await expect(page.getByText("Signed text")).toBeVisible();
  await check(page, "Signature calculator");
  await at(`/projects/${project.id}/settings`);
  await check(page, "Disable key");
  await nightlyStep("Deleting a project", async () => {
    await page.getByRole("button", { name: "Delete project…" }).click();
    await expect(page.getByText("Project name, to confirm")).toBeVisible();
    await expectLooksRight(page, "Deleting a project");
  });

  await at(`/projects/${project.id}/check`);
  await page.getByRole("button", { name: "Check receiver" }).click();
  await expect(page.getByText(/failed\. Start with step/)).toBeVisible();
  await check(page, "Check receiver");
  await expect(openSession(appliance.url, { ...project, api_secret: "x" }, article)).rejects.toThrow("403");
  await at(`/projects/${project.id}/signatures`);
  await expect(page.getByText("Open article: good")).toBeVisible();
  await check(page, "Wrong signatures");

  await nightlyStep("Sessions", async () => {
    await at("/sessions");
    await expect(row(page, "good")).toBeVisible();
    await expectLooksRight(page, "Sessions");
  });
  await at(`/sessions/${good.session_id}`);
  await check(page, "The first tram crossed at six.");
  await nightlyStep("The tabs of a session", async () => {
    for (const tab of ["Files", "Deliveries", "Metadata", "Details"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectLooksRight(page, `A session: ${tab}`);
    }
    await page.getByRole("tab", { name: "Versions" }).click();
  });
  await page.getByRole("link", { name: "Version 2", exact: true }).click();
  await check(page, "Version 2");
  await nightlyStep("The files of a version", async () => {
    await at(`${new URL(page.url()).pathname}?side=files`);
    await page.getByRole("button", { name: "Show vms_html.html" }).click();
    await expect(page.getByRole("region", { name: "vms_html.html" })).toBeVisible();
    await expectLooksRight(page, "The files of a version");
  });

  await at("/deliveries");
  await expect(row(page, "bad")).toContainText("Rejected");
  await check(page, "Deliveries");
  await row(page, "bad").click();
  await check(page, "Version 1");
  await nightlyStep("The tabs of a delivery", async () => {
    for (const tab of ["Request", "Response", "Timeline"]) {
      await page.getByRole("tab", { name: tab, exact: true }).click();
      await expectLooksRight(page, `A delivery: ${tab}`);
    }
  });
  await at("/sites");
  await expect(row(page, project.name)).toContainText("1 item not delivered");
  await nightlyLook(page, "Sites");
  await row(page, project.name).click();
  await page.getByText("Show as table").first().click();
  await check(page, new URL(receiver.callbackUrl).host);
  await at("/settings/deliveries");
  await page.getByRole("switch", { name: "Hold all deliveries" }).click();
  await expect(page.getByText("Deliveries are on hold.")).toBeVisible();

  await at("/nowhere");
  await expectLooksRight(page, "An unknown page");
  await appliance.console("PATCH", "/network", { public_url: "https://galley.example.org" });
  await at("/settings");
  await expect(page.getByText("Reachable", { exact: true })).toBeVisible();
  await expectLooksRight(page, "Settings");
  const pages = page.getByRole("navigation", { name: "Settings" }).getByRole("link");
  for (const name of await pages.allInnerTexts()) {
    await pages.filter({ hasText: name }).click();
    await expect(page.locator(".skeleton-rows")).toHaveCount(0);
    await expect(page.getByRole("heading", { name, exact: true, level: 1 })).toBeVisible();
    await expectLooksRight(page, name);
  }
  await at("/settings/nonsense");
  await expect(page.getByText("There is no such settings page.")).toBeVisible();
  expect(blocked).toEqual([]);
});

async function check(page: Page, heading: string) {
  await expect(page.getByRole("heading", { name: heading, exact: true })).toBeVisible();
  await expectLooksRight(page, heading);
}
