/** `GET /readyz` reports faults with a status and a sentence. */
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startNewsroom } from "../../support/newsroom.ts";

const { appliance } = await startNewsroom();

async function ready(): Promise<{ code: number; detail?: string }> {
  const answer = await fetch(`${appliance.url}/readyz`);
  return { code: answer.status, detail: ((await answer.json()) as { detail?: string }).detail ?? "" };
}

it.skipIf(process.platform === "win32").each([
  ["the data folder", ""],
  ["galley.db", "galley.db"],
])("returns 503 with a sentence while %s is missing", async (_name, file) => {
  expect(await ready()).toMatchObject({ code: 200 });
  const at = path.join(appliance.dataDir, file);
  fs.renameSync(at, `${at}.elsewhere`);
  try {
    expect(await ready()).toMatchObject({ code: 503, detail: expect.stringContaining("put the folder back") });
  } finally {
    fs.renameSync(`${at}.elsewhere`, at);
  }
  expect(await ready()).toMatchObject({ code: 200 });
});
