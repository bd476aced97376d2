/** What every browser test starts from: an appliance of its own, and a site's backend that receives its callbacks. */
import { test as base } from "@playwright/test";
import type { ProjectWithSecret } from "../../server/contracts/console-api.ts";
import { type ApplianceProcess, spawnAppliance } from "../support/appliance.ts";
import { type OpenedSession, openSession, type Site, startSite } from "../support/site.ts";

interface Fixtures {
  /** A real appliance, a process of its own on free ports and a fresh folder. */
  appliance: ApplianceProcess;
  /** A dev project made for this test. */
  project: ProjectWithSecret;
  /** The project's receiver; set `receiver.answer` to change what it says. */
  receiver: Site;
  /** Opens a session of the project at the receiver. */
  openArticle(materialId: string, extra?: Record<string, unknown>): Promise<OpenedSession>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  appliance: async ({}, use) => {
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
