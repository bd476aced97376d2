/** Helpers of the console's browser tests. */
import { expect, type Page } from "@playwright/test";
import type { RunningAppliance } from "../support/appliance.ts";
import { saveVersion } from "../support/site.ts";
import { holdRequests } from "./fixtures.ts";

/** Logs in with the link printed at start, and opens a page. */
export async function logIn(page: Page, { consoleLink }: Pick<RunningAppliance, "consoleLink">, path = "/") {
  // Request the link without the overview that a browser would load after it.
  const answer = await page.request.get(consoleLink, { maxRedirects: 0 });
  const { hash } = new URL(answer.headers().location ?? "", consoleLink);
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

/**
 * Call before opening the page.
 * @returns a function that breaks the event stream as a proxy does, and resolves to one that allows reconnecting
 */
export async function breakableConnection(page: Page): Promise<() => Promise<() => void>> {
  await page.addInitScript(() => {
    const streams: EventSource[] = [];
    Object.assign(window, { streams });
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url);
        streams.push(this);
      }
    };
  });
  return async () => {
    const reconnect = await holdRequests(page, "**/api/events?*");
    await page.evaluate(() => {
      const stream = (window as unknown as { streams: EventSource[] }).streams.at(-1);
      stream?.close();
      stream?.dispatchEvent(new Event("error"));
    });
    return reconnect;
  };
}
