/** Helpers of the console's browser tests. */
import { expect, type Page } from "@playwright/test";
import type { RunningAppliance } from "../support/appliance.ts";
import { type Reply, saveVersion } from "../support/site.ts";

/** Logs in with the link printed at start, and opens a page. */
export async function logIn(page: Page, { consoleLink }: Pick<RunningAppliance, "consoleLink">, path = "/") {
  // Request the link without the overview that a browser would load after it.
  const response = await page.request.get(consoleLink, { maxRedirects: 0 });
  const { hash } = new URL(response.headers().location ?? "", consoleLink);
  const { href } = new URL(path, consoleLink);
  await page.goto(href + hash);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
}

/** Opens a page of the console without reloading the app, as the desktop app does. */
export async function visit(page: Page, path: string) {
  await page.evaluate((to) => {
    window.location.hash = `go=${encodeURIComponent(to)}`;
  }, path);
  await page.waitForURL(({ hash }) => hash === "");
}

export { saveVersion as save };

/** A row of the visible list. */
export function row(page: Page, text: string) {
  return page.locator(".row", { hasText: text });
}

/** A receiver whose disk is full. */
export const fullDisk: Reply = (_, res) =>
  void res
    .writeHead(500, { "content-type": "application/json" })
    .end(JSON.stringify({ message: "The disk of the CMS is full." }));
