/**
 * What every browser test starts from: an appliance, a project of its own, and a site's backend that receives its callbacks.
 * Tests of a worker share one appliance, since all that a journalist sees belongs to a project; a test that ends it, changes
 * its settings or looks at all that it holds asks for one of its own: `test.use({ ownAppliance: true })`.
 */
import { test as base } from "@playwright/test";
import type { ProjectWithSecret } from "../../server/contracts/projects-api.ts";
import { type ApplianceProcess, spawnAppliance } from "../support/appliance.ts";
import { type OpenedSession, openSession, type Site, startSite } from "../support/site.ts";

interface Fixtures {
  /** Whether the test gets an appliance that nobody else uses. */
  ownAppliance: boolean;
  /** A real appliance, a process of its own on free ports and a folder that began empty. */
  appliance: ApplianceProcess;
  /** A dev project made for this test. */
  project: ProjectWithSecret;
  /** The project's receiver; set `receiver.answer` to change what it says. */
  receiver: Site;
  /** Opens a session of the project at the receiver. */
  openArticle(materialId: string, extra?: Record<string, unknown>): Promise<OpenedSession>;
}

interface WorkerFixtures {
  /** Starts the worker's appliance with its first call. */
  sharedAppliance: () => Promise<ApplianceProcess>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownAppliance: [false, { option: true }],
  sharedAppliance: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
    async ({}, use) => {
      let started: Promise<ApplianceProcess> | undefined;
      await use(() => {
        started ??= spawnAppliance();
        return started;
      });
      await (await started)?.close();
    },
    { scope: "worker" },
  ],
  appliance: async ({ ownAppliance, sharedAppliance }, use) => {
    if (!ownAppliance) return use(await sharedAppliance());
    const appliance = await spawnAppliance();
    await use(appliance);
    await appliance.close();
  },
  project: async ({ appliance }, use) => use(await appliance.createProject({ name: "The Daily Test" })),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  receiver: async ({}, use) => {
    const site = await startSite();
    await use(site);
    await site.close();
  },
  openArticle: async ({ appliance, project, receiver }, use) =>
    use((materialId, extra = {}) =>
      openSession(appliance.url, project, { material_id: materialId, callback_url: receiver.callbackUrl, ...extra }),
    ),
});

export { expect } from "@playwright/test";
