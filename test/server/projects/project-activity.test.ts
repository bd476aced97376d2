import { expect, test } from "vitest";
import type { ProjectRow } from "../../../server/contracts/projects-api.ts";
import { startNewsroom } from "../../support/newsroom.ts";

test("the list of projects shows each one's last use and number of undelivered articles", async () => {
  const { appliance, project, site, article } = await startNewsroom();
  const row = async () => {
    const { items } = await appliance.console<{ items: ProjectRow[] }>("GET", "/projects");
    return items.find(({ id }) => id === project.id);
  };
  expect(await row()).toMatchObject({ last_activity_at: null, undelivered: 0 });
  const begun = Date.now();
  site.answer = () => ({ rc: 0, rm: "Locked" });
  await (await article("one")).deliver();
  const used = await row();
  expect(used).toMatchObject({ undelivered: 1 });
  expect(Date.parse(used?.last_activity_at ?? "")).toBeGreaterThanOrEqual(begun);
});
