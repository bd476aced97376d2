/** What the console's browser tests have in common: getting in, and an article that is worth looking at. */
import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import type { RunningAppliance } from "../support/appliance.ts";
import { articleOf, editorOf, type OpenedSession } from "../support/site.ts";

/** Logs in with the link printed at start and waits for the console. */
export async function logIn(page: Page, appliance: Pick<RunningAppliance, "consoleLink">) {
  await page.goto(appliance.consoleLink);
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
  await expect(page.getByText("Live", { exact: true })).toBeAttached();
}

/** Saves a version as the journalist's tab does. */
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

/** A row of the list that is shown. */
export function row(page: Page, text: string) {
  return page.locator(".row", { hasText: text });
}

/**
 * Lets a test break the console's event stream as a proxy breaks it. Called before the page is opened; what it resolves
 * to loses the connection, and resolves to what lets the page connect again.
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
