import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { DeliveryRow } from "../../server/contracts/deliveries-api.ts";
import type { SavedVersion } from "../../server/contracts/editor-api.ts";
import type { Overview } from "../../server/contracts/overview-api.ts";
import type { SessionRow } from "../../server/contracts/sessions-api.ts";
import type { RunningAppliance } from "../support/appliance.ts";
import { readEvents } from "../support/event-reader.ts";
import { articleOf, editorOf, type OpenedSession } from "../support/site.ts";
import { connectionToLose, logIn } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

test.use({ ownAppliance: true });

/** Seconds of load: a few here, GALLEY_LIVE_LOAD_S=60 for the whole. */
const LOAD_S = Number(process.env.GALLEY_LIVE_LOAD_S ?? 5);
const ARTICLES = 60;
/** Saves a second; each is told in four or five events. */
const SAVES_A_SECOND = 55;

test.setTimeout(120_000 + 4_000 * LOAD_S);

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

/** Whether the list shows, from above, what the appliance says. */
async function expectTrue(where: Page, list: string, truth: () => Promise<{ id: string; state: string | null }[]>) {
  await expect(async () => {
    const rows = await shown(where, list);
    expect(rows.length).toBeGreaterThanOrEqual(20);
    expect(rows).toEqual((await truth()).slice(0, rows.length));
  }).toPass({ timeout: 20_000 });
}

const logOf = async (appliance: RunningAppliance) =>
  (await all<DeliveryRow>(appliance, "/deliveries")).map(({ id, state }) => ({ id, state: state as string }));

/** Saves in turns, as evenly as the machine can; what is refused as a conflict counts as well. */
async function saveFor(seconds: number, sessions: OpenedSession[]): Promise<void> {
  const editors = sessions.map((session) => ({ call: editorOf(session), base: null as number | null, busy: false }));
  const ends = performance.now() + seconds * 1_000;
  const pending = new Set<Promise<void>>();
  for (let count = 0; performance.now() < ends; count++) {
    const editor = editors[count % editors.length];
    if (editor !== undefined && !editor.busy) {
      editor.busy = true;
      const saving = editor
        .call("POST", "/versions", {
          save_id: randomUUID(),
          vms_json: articleOf(`Text ${count}`),
          base_version: editor.base,
        })
        .then(async (answer) => {
          expect(answer.status).toBe(201);
          editor.base = ((await answer.json()) as SavedVersion).number;
          editor.busy = false;
        })
        .finally(() => pending.delete(saving));
      pending.add(saving);
    }
    const due = ends - seconds * 1_000 + ((count + 1) * 1_000) / SAVES_A_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
  await Promise.all(pending);
}

/** Id and state of every row that is shown, from above. */
const shown = (page: Page, list: string) =>
  page.getByRole("list", { name: list }).evaluate((rows) =>
    [...rows.querySelectorAll<HTMLElement>("[data-row-id]")].map((row) => ({
      id: row.dataset.rowId,
      state: row.querySelector<HTMLElement>("[data-state]")?.dataset.state ?? null,
    })),
  );

test("every row that is shown equals what the appliance says, after hundreds of events a second", async ({
  page,
  context,
  appliance,
  openArticle,
  receiver,
}) => {
  // A third is refused, a third fails and is tried again, the rest is taken.
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
  await expect(today.getByText("Every article is with its site")).toBeVisible();
  await expect(sessionsPage.locator(".row")).not.toHaveCount(0);
  // Older ones come as soon as their button is in sight, and it goes with them: a click would come too late.
  await expect(async () => {
    await sessionsPage.evaluate(() => document.querySelector(".rows-more")?.scrollIntoView());
    await expect(sessionsPage.locator(".row")).toHaveCount(ARTICLES, { timeout: 1_000 });
  }).toPass({ timeout: 20_000 });

  const events = await readEvents(`${appliance.consoleUrl}/api/events`, {
    authorization: `Bearer ${appliance.consoleToken}`,
  });
  const began = performance.now();
  await saveFor(LOAD_S, sessions);
  const rate = events.events.length / ((performance.now() - began) / 1_000);
  events.breakOff();
  test.info().annotations.push({ type: "events a second", description: rate.toFixed(0) });

  // Deliveries of the articles that fail wait for their next attempt, some seconds away; all else comes to its end.
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
  await expectTrue(today, "Articles that their site does not have", async () =>
    (await appliance.console<Overview>("GET", "/overview")).attention.map(({ delivery_id, state }) => ({
      id: delivery_id,
      state: state === "retrying" ? "pending" : state,
    })),
  );
  await expect(today.getByText("40 articles need attention: 20 refused, 20 retrying.")).toBeVisible();
  expect(await shown(sessionsPage, "Sessions")).toHaveLength(ARTICLES);
});

test("who misses more events than are kept asks again for what is shown, and not in a storm", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const loseConnection = await connectionToLose(page);
  receiver.answer = ({ body }) => ({ rc: Number(body.material_id.split(" ")[1]) % 2, rm: "" });
  const sessions = await Promise.all(Array.from({ length: 50 }, (_, index) => openArticle(`article ${index}`)));
  const saveAll = (base: number | null) =>
    Promise.all(
      sessions.map(async (session) => {
        const body = { save_id: randomUUID(), vms_json: articleOf("Words"), base_version: base };
        expect((await editorOf(session)("POST", "/versions", body)).status).toBe(201);
      }),
    );
  await saveAll(null);
  await receiver.received(50);
  await logIn(page, appliance, "/deliveries");
  await expectTrue(page, "Deliveries", () => logOf(appliance));

  const { event_id: before } = await appliance.console<{ event_id: string }>("GET", "/me");
  const numberOf = (id: string) => Number(id.split("-").at(-1));
  const reconnect = await loseConnection();
  await expect(page.getByText("Connection lost, trying again")).toBeVisible();
  for (const base of [1, 2, 3]) {
    await saveAll(base);
    await receiver.received(50 * (base + 1));
  }
  const { event_id: after } = await appliance.console<{ event_id: string }>("GET", "/me");
  expect(numberOf(after) - numberOf(before)).toBeGreaterThan(500);

  let asked = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === "/api/deliveries") asked += 1;
  });
  reconnect();
  await expect(page.getByText("Live", { exact: true })).toBeAttached({ timeout: 40_000 });
  await expectTrue(page, "Deliveries", () => logOf(appliance));
  // The connection that is back and the word that events were missed: two rounds, of the one page that is shown.
  expect(asked).toBeGreaterThanOrEqual(1);
  expect(asked).toBeLessThanOrEqual(2);
});
