import { expect, test } from "vitest";
import { releaseFacts } from "../../scripts/package/release.mjs";
import { newestSchema } from "../../server/storage/database.ts";

test("release facts contain the system and the newest database schema", () => {
  const facts = releaseFacts({ system: "linux", arch: "x64" });
  expect(facts).toMatchObject({ name: "galley", system: "linux", arch: "x64", schema: newestSchema() });
});
