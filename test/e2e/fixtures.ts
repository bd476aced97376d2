/**
 * Fixtures and helpers of the browser tests: an appliance, a project per test, and a site that receives its callbacks. The
 * appliance runs in the test's process, shared by the tests of a worker. A test that changes settings or lists all
 * projects needs its own: `test.use({ ownAppliance: true })`. `processTest` runs it in a process that can be restarted.
 */
import { type BrowserContextOptions, test as base, type Download, type Locator, type Page } from "@playwright/test";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import { type ApplianceProcess, type RunningAppliance, spawnAppliance, startAppliance } from "../support/appliance.ts";
import { type OpenedSession, openSession, type Site, startSite } from "../support/site.ts";
import { openEditor } from "./editor-page.ts";

/** Whether tests run in full size, as in the nightly run; `npm test` runs short forms. */
export const FULL = process.env.GALLEY_TEST_FULL === "1";

/** A step of the nightly run only. Later steps must not depend on it. */
export async function nightlyStep(title: string, body: () => Promise<void>): Promise<void> {
  if (FULL) await base.step(title, body);
}

/** Presses keys, one after the other. */
export async function press({ keyboard }: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await keyboard.press(key);
}

/** Fills a field and presses Enter. */
export async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press("Enter");
}

/** Clicks a link or a button. @returns the download that this starts */
export async function downloadedBy(link: Locator): Promise<Download> {
  const download = link.page().waitForEvent("download");
  await link.click();
  return download;
}

/** Opens a page in another browser. */
export async function elsewhere(page: Page, options: BrowserContextOptions = {}): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error("The page has no browser.");
  return (await browser.newContext(options)).newPage();
}

/** Holds matching requests. @returns continues them, or aborts them with `false` */
export async function holdRequests(page: Page, requests: string | RegExp): Promise<(isAllowed?: boolean) => void> {
  const held = Promise.withResolvers<boolean>();
  await page.route(requests, async (route) => ((await held.promise) ? await route.continue() : await route.abort()));
  return (isAllowed = true) => held.resolve(isAllowed);
}

interface Fixtures {
  ownAppliance: boolean;
  appliance: RunningAppliance;
  /** A dev project for this test. */
  project: ProjectWithSecret;
  /** The project's receiver; set `receiver.respond` to change its responses. */
  receiver: Site;
  /** Opens a session of the project at the receiver. */
  openArticle(materialId: string, extra?: Record<string, unknown>): Promise<OpenedSession>;
  /** Opens a session of the project in the page's editor. @param materialId "bridge" by default */
  edit(materialId?: string, extra?: Record<string, unknown>): Promise<OpenedSession>;
}

interface WorkerFixtures {
  /** Starts the worker's appliance on the first call. */
  sharedAppliance: () => Promise<RunningAppliance>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownAppliance: [false, { option: true }],
  sharedAppliance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
    async ({}, use) => {
      let started: Promise<RunningAppliance> | undefined;
      await use(() => {
        started ??= startAppliance();
        return started;
      });
      await (await started)?.close();
    },
    { scope: "worker" },
  ],
  appliance: async ({ ownAppliance, sharedAppliance }, use) => {
    if (!ownAppliance) return use(await sharedAppliance());
    const appliance = await startAppliance();
    await use(appliance);
    await appliance.close();
  },
  project: async ({ appliance }, use) => use(await appliance.createProject({ name: "The Daily Test" })),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  receiver: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.close();
  },
  openArticle: async ({ appliance, project, receiver }, use) =>
    use((materialId, extra = {}) =>
      openSession(appliance.url, project, { material_id: materialId, callback_url: receiver.callbackUrl, ...extra }),
    ),
  edit: async ({ page, openArticle }, use) =>
    use(async (materialId = "bridge", extra = {}) => {
      const session = await openArticle(materialId, extra);
      await openEditor(page, session.url);
      return session;
    }),
});

export const processTest = test.extend<{ spawned: ApplianceProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's dependencies from the pattern
  spawned: async ({}, use) => {
    const spawned = await spawnAppliance();
    await use(spawned);
    await spawned.close();
  },
  appliance: async ({ spawned }, use) => use(spawned),
});

export { expect } from "../support/playwright-expect.ts";
