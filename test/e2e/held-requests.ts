import type { Page } from "@playwright/test";

/** Holds requests back. @returns lets them come, or never */
export async function holdBack(page: Page, requests: string | RegExp): Promise<(come?: boolean) => void> {
  const held = Promise.withResolvers<boolean>();
  await page.route(requests, async (route) => ((await held.promise) ? await route.continue() : await route.abort()));
  return (come = true) => held.resolve(come);
}
