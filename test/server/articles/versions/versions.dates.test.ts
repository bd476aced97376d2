import { expect, it } from "vitest";
import { systemClock } from "../../../../server/core/runtime.ts";
import { startNewsroom } from "../../../support/newsroom.ts";

let now = Date.parse("2026-03-29T10:00:00Z");

const { site, article } = await startNewsroom({ clock: { ...systemClock, now: () => now } });

it("tells a later save by a later version_cdate, an hour back notwithstanding", async () => {
  const { save } = await article("m");
  await save();
  const first = await site.received(1);
  now -= 3_600_000;
  await save();
  const second = await site.received(2);
  expect(Date.parse(String(second.body.metadata.version_cdate))).toBeGreaterThan(
    Date.parse(String(first.body.metadata.version_cdate)),
  );
});
