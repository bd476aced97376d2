import { expect, test } from "vitest";
import { changesIn, releaseFacts } from "../../scripts/package/release-facts.mjs";
import { newestSchema } from "../../server/storage/database.ts";

test("changes are read from the changelog, each as one line of plain text", () => {
  const changelog =
    "# Changelog\n\n## Unreleased\n\n- New: `galley serve`,\n  and a [guide](docs/x.md).\n- Two\n\n## 0.1.0\n\n- First\n";
  expect(changesIn(changelog, "0.2.0")).toEqual([
    { version: "0.2.0", lines: ["New: galley serve, and a guide.", "Two"] },
    { version: "0.1.0", lines: ["First"] },
  ]);
});

test("a release says its version, for what it is, and the newest database it knows", () => {
  const facts = releaseFacts({ system: "linux", arch: "x64" });
  expect(facts).toMatchObject({ name: "galley", system: "linux", arch: "x64", schema: newestSchema() });
  expect(facts.changes[0]?.version).toBe(facts.version);
  expect(facts.changes[0]?.lines.length).toBeGreaterThan(10);
});
