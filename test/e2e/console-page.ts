/** Helpers of the console's browser tests. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import type { RunningAppliance } from "../support/appliance.ts";
import { articleOf, editorOf, type OpenedSession } from "../support/site.ts";

/** Logs in with the link printed at start. @param path page to go to afterwards */
export async function logIn(page: Page, appliance: Pick<RunningAppliance, "consoleLink">, path = "/") {
  await page.goto(appliance.consoleLink);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
  if (path !== "/") await visit(page, path);
}

/** Goes to a page of the console without loading the app again, as the desktop app does. */
export async function visit(page: Page, path: string) {
  await page.evaluate((to) => {
    window.location.hash = `go=${encodeURIComponent(to)}`;
  }, path);
  await page.waitForURL(({ hash }) => hash === "");
}

/** Saves a version as the editor does. */
export async function save(session: OpenedSession, text: string, base: number | null): Promise<SavedVersion> {
  const answer = await editorOf(session)("POST", "/versions", {
    save_id: randomUUID(),
    vms_json: articleOf(text),
    base_version: base,
    user_email: "ida@example.org",
  });
  expect(answer.status).toBe(201);
  return (await answer.json()) as SavedVersion;
}

/** A row of the visible list. */
export function row(page: Page, text: string) {
  return page.locator(".row", { hasText: text });
}

/**
 * Breaks the console's event stream as a proxy does. Call it before the page is opened.
 * @returns a function that loses the connection, and resolves to one that lets the page reconnect
 */
export async function connectionToLose(page: Page): Promise<() => Promise<() => void>> {
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
    const away = Promise.withResolvers<void>();
    await page.route("**/api/events?*", async (route) => {
      await away.promise;
      await route.continue();
    });
    await page.evaluate(() => {
      const stream = (window as unknown as { streams: EventSource[] }).streams.at(-1);
      stream?.close();
      stream?.dispatchEvent(new Event("error"));
    });
    return away.resolve;
  };
}
