/** The list of sites, and the view of one. */
import { beforeEach, expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { SiteRow, SiteView } from "../../../../server/contracts/sites-api.ts";
import { testClock } from "../../../support/appliance.ts";
import { type Newsroom, startNewsroom } from "../../../support/newsroom.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let clock: ReturnType<typeof testClock>;
let room: Newsroom;
beforeEach(async () => {
  // Shortly after a full hour, so that a few minutes stay within it.
  clock = testClock(Date.UTC(2026, 4, 20, 10, 1));
  room = await startNewsroom({ clock, name: "The Herald" });
});

const list = (query = "") => room.appliance.console<Page<SiteRow>>("GET", `/sites?${query}`);
const only = async (query = ""): Promise<SiteRow> => {
  const { items } = await list(query);
  expect(items).toHaveLength(1);
  return items[0] as SiteRow;
};
const view = async () =>
  room.appliance.console<SiteView>("GET", `/sites/${(await only(`project=${room.project.id}`)).id}`);

it("lists a site from its first delivery on, and shows its results by time", async () => {
  const { site, article, project } = room;
  expect((await list()).items).toEqual([]);
  const { deliver } = await article("harbour");
  site.answer = () => ({ rc: 0, rm: "The section is closed." });
  await deliver();
  expect(await only()).toMatchObject({
    project_id: project.id,
    project: "The Herald",
    origin: new URL(site.callbackUrl).origin,
    host: new URL(site.callbackUrl).host,
    state: "failing",
    failing_since: "2026-05-20T10:01:00.000+00:00",
    last_attempt_at: "2026-05-20T10:01:00.000+00:00",
    last_delivered_at: null,
    held_at: null,
    undelivered: 1,
  });
  clock.advance(10 * MINUTE);
  site.answer = () => ({ rc: 1 });
  await deliver("two");
  const seen = await view();
  expect(seen).toMatchObject({
    state: "ok",
    failing_since: null,
    last_delivered_at: "2026-05-20T10:11:00.000+00:00",
    callback_url: site.callbackUrl,
    undelivered: { total: 0, resendable: 0, queued: 0, retrying: 0, rejected: 0 },
  });
  const { hour, day, month } = seen.spans;
  expect([hour.points.length, day.points.length, month.points.length]).toEqual([12, 24, 30]);
  expect(hour.points.at(-1)).toMatchObject({ at: "2026-05-20T10:10:00.000+00:00", delivered: 1, failed: 0 });
  expect(hour.points.at(-3)).toMatchObject({ at: "2026-05-20T10:00:00.000+00:00", delivered: 0, failed: 1 });
  for (const span of [hour, day, month]) expect(span).toMatchObject({ delivered: 1, failed: 1, rate: 0.5 });
  expect(day.points.at(-1)).toMatchObject({ at: "2026-05-20T10:00:00.000+00:00", delivered: 1, failed: 1 });
  clock.advance(2 * HOUR);
  expect((await view()).spans.hour).toMatchObject({ delivered: 0, failed: 0, rate: null, p50_ms: null, p95_ms: null });
});
