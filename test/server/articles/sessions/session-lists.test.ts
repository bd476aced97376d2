import { expect, it } from "vitest";
import type { Page } from "../../../../server/contracts/console-api.ts";
import type { SessionRow } from "../../../../server/contracts/sessions-api.ts";
import { spawnAppliance } from "../../../support/appliance.ts";
import { changeIn, startNewsroom, valuesIn } from "../../../support/newsroom.ts";

const MB = 1024 * 1024;
const { appliance, article } = await startNewsroom();

it("lists sessions with large metadata in little memory", { timeout: 120_000 }, async () => {
  const env = { NODE_OPTIONS: "--max-old-space-size=128" };
  const { appliance, open } = await startNewsroom({ appliance: spawnAppliance({ env }) });
  for (let number = 0; number < 16; number++) await open(`m${number}`);
  const metadata = JSON.stringify({ notes: "n".repeat(5 * MB), user_email: "e".repeat(100_000) });
  changeIn(appliance.dataDir, "UPDATE sessions SET metadata = ?", metadata);
  for (let times = 0; times < 3; times++) {
    const page = await appliance.console<Page<SessionRow>>("GET", "/sessions");
    expect(page.items).toHaveLength(16);
    expect(JSON.stringify(page).length).toBeLessThan(30_000);
  }
  const found = await appliance.console<Page<SessionRow>>("GET", "/sessions?q=m15");
  expect(found.items.map(({ material_id }) => material_id)).toEqual(["m15"]);
});

it("shortens an overlong user_email in the list of versions", async () => {
  const { save, editor } = await article("m", { metadata: { user_email: `anna@example.org ${"e".repeat(MB)}` } });
  await save();
  const versions = await (await editor("GET", "/versions")).text();
  expect(versions).toContain("anna@example.org");
  expect(versions.length).toBeLessThan(5_000);
});

it("rejects uploads beyond an article's quota, and says when files expire", async () => {
  await appliance.console("PATCH", "/settings", { media_limit_bytes: 1_024 });
  const { editor } = await article("full");
  const upload = (number: number) =>
    editor("POST", "/media?name=note.txt", Buffer.from(`${number} `.padEnd(1_000, "x")));
  const statuses: number[] = [];
  for (let number = 0; number < 12; number++) statuses.push((await upload(number)).status);
  expect(statuses).toEqual([...Array(11).fill(201), 409]);
  expect(await (await upload(99)).json()).toMatchObject({ code: "media.full", facts: { days: 14 } });
  const count = valuesIn(appliance.dataDir, "SELECT count(*) FROM assets")[0];
  expect(count).toBe(11);
});
