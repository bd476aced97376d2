import type { DeliveryRow } from "../../../server/contracts/deliveries-api.ts";
import { connectionToLose, logIn, save } from "../../e2e/console-page.ts";
import { expect, test } from "../../e2e/fixtures.ts";

test.use({ ownAppliance: true });

test("a page that missed more events than are kept reloads its list once or twice", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  const loseConnection = await connectionToLose(page);
  receiver.answer = ({ body }) => ({ rc: Number(body.material_id.split(" ")[1]) % 2, rm: "" });
  const sessions = await Promise.all(Array.from({ length: 50 }, (_, index) => openArticle(`article ${index}`)));
  const saveAll = (base: number | null) => Promise.all(sessions.map((session) => save(session, "Words", base)));
  const expectTrue = () =>
    expect(async () => {
      const shown = await page
        .getByRole("list", { name: "Deliveries" })
        .locator("[data-row-id]")
        .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.rowId));
      const { items } = await appliance.console<{ items: DeliveryRow[] }>("GET", "/deliveries");
      expect(shown.length).toBeGreaterThanOrEqual(20);
      expect(shown.slice(0, items.length)).toEqual(items.map(({ id }) => id).slice(0, shown.length));
    }).toPass({ timeout: 20_000 });
  await saveAll(null);
  await receiver.received(50);
  await logIn(page, appliance, "/deliveries");
  await expectTrue();

  const { event_id: before } = await appliance.console<{ event_id: string }>("GET", "/me");
  const numberOf = (id: string) => Number(id.split("-").at(-1));
  const reconnect = await loseConnection();
  await expect(page.getByText("Connection lost, reconnecting")).toBeVisible();
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
  await expectTrue();
  // One round for the connection, one for the missed events.
  expect(asked).toBeGreaterThanOrEqual(1);
  expect(asked).toBeLessThanOrEqual(2);
});
