import type { Page } from "@playwright/test";

/** Holds matching requests. @returns continues them, or aborts them with `false` */
export async function holdRequests(page: Page, requests: string | RegExp): Promise<(isAllowed?: boolean) => void> {
  const held = Promise.withResolvers<boolean>();
  await page.route(requests, async (route) => ((await held.promise) ? await route.continue() : await route.abort()));
  return (isAllowed = true) => held.resolve(isAllowed);
}
