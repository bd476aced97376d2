import type { Page } from "@playwright/test";
import type { DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { Overview } from "../../server/contracts/overview-api.ts";
import type { SessionRow } from "../../server/contracts/sessions-api.ts";
import type { RunningAppliance } from "../support/appliance.ts";
import type { OpenedSession } from "../support/site.ts";
import { logIn, save } from "./console-page.ts";
import { expect, FULL, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

/** How often each article is saved; a save publishes four or five events. */
const ROUNDS = FULL ? 60 : 2;
/** More than one page of the list. */
const ARTICLES = 60;

if (FULL) test.setTimeout(240_000);
else test.slow();

/** All items of a list, page after page. */
async function all<T>(appliance: RunningAppliance, path: string): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | null = "";
  do {
    const page: { items: T[]; next_cursor: string | null } = await appliance.console("GET", `${path}?cursor=${cursor}`);
    items.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return items;
}

/** Waits until the list shows what the API says, in its order. */
async function expectTrue(where: Page, list: string, truth: () => Promise<{ id: string; state: string | null }[]>) {
  await expect(async () => {
    const rows = await shown(where, list);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(rows).toEqual((await truth()).slice(0, rows.length));
  }).toPass({ timeout: 20_000 });
}

const logOf = async (appliance: RunningAppliance) =>
  (await all<DeliveryRow>(appliance, "/deliveries")).map(({ id, state }) => ({ id, state: state as string }));

/** Saves every session at once. */
const saveAll = (sessions: OpenedSession[], base: number | null) =>
  Promise.all(sessions.map((session) => save(session, "Words", base)));

/** Id and state of every visible row, in order. */
const shown = (page: Page, list: string) =>
  page.getByRole("list", { name: list }).evaluate((rows) =>
    [...rows.querySelectorAll<HTMLElement>("[data-row-id]")].map((row) => ({
      id: row.dataset.rowId,
      state: row.querySelector<HTMLElement>("[data-state]")?.dataset.state ?? null,
    })),
  );

test("every visible row equals the API's after hundreds of events a second", async ({
  page,
  context,
  appliance,
  openArticle,
  receiver,
}) => {
  // A third is rejected, a third fails and is retried, the rest is delivered.
  receiver.answer = ({ body }, res) => {
    const kind = Number(body.material_id.split(" ")[1]) % 3;
    if (kind === 1) return { rc: 0, rm: "Section 14 is closed." };
    if (kind === 2) return void res.writeHead(500).end();
    return { rc: 1, rm: "", data: {} };
  };
  const sessions = await Promise.all(Array.from({ length: ARTICLES }, (_, index) => openArticle(`article ${index}`)));
  await logIn(page, appliance, "/deliveries");
  const [today, sessionsPage, refusedPage] = [
    await context.newPage(),
    await context.newPage(),
    await context.newPage(),
  ];
  await today.goto(`${appliance.consoleUrl}/`);
  await sessionsPage.goto(`${appliance.consoleUrl}/sessions`);
  await refusedPage.goto(`${appliance.consoleUrl}/deliveries?state=rejected`);
  await expect(today.getByText("Every article is delivered or queued.")).toBeVisible();
  await expect(sessionsPage.locator(".row")).not.toHaveCount(0);
  // Older ones come as soon as their button is in sight, and it goes with them: a click would come too late.
  await expect(async () => {
    await sessionsPage.evaluate(() => document.querySelector(".rows-more")?.scrollIntoView());
    await expect(sessionsPage.locator(".row")).toHaveCount(ARTICLES, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });

  for (let round = 0; round < ROUNDS; round++) await saveAll(sessions, round === 0 ? null : round);

  // Failing deliveries wait for their next attempt; all others are finished.
  const settled = async () => {
    const { deliveries } = await appliance.console<Overview>("GET", "/overview");
    return deliveries.queued + deliveries.sending;
  };
  await expect.poll(settled, { timeout: 60_000 }).toBe(0);

  const log = () => logOf(appliance);
  await expectTrue(page, "Deliveries", log);
  await expectTrue(refusedPage, "Deliveries", async () => (await log()).filter(({ state }) => state === "rejected"));
  await expectTrue(sessionsPage, "Sessions", async () =>
    (await all<SessionRow>(appliance, "/sessions")).map(({ id, delivery }) => ({ id, state: delivery?.state ?? null })),
  );
  await expectTrue(today, "Articles not delivered", async () =>
    (await appliance.console<Overview>("GET", "/overview")).attention.map(({ delivery_id, state }) => ({
      id: delivery_id,
      state: state === "retrying" ? "pending" : state,
    })),
  );
  await expect(today.getByText("40 articles need attention: 20 rejected, 20 retrying.")).toBeVisible();
  expect(await shown(sessionsPage, "Sessions")).toHaveLength(ARTICLES);
});
