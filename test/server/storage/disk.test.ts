import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { writeFileDurably } from "../../../server/storage/disk.ts";
import { temporaryFolder } from "../../support/appliance.ts";

it("does not follow a link at the predictable name of the temporary file", async () => {
  const folder = temporaryFolder();
  const other = path.join(temporaryFolder(), "other");
  fs.writeFileSync(other, "of another user");
  const file = path.join(folder, "secret.key");
  fs.symlinkSync(other, `${file}.${process.pid}.tmp`);
  await writeFileDurably(file, "a key", 0o600);
  expect(fs.readFileSync(other, "utf8")).toBe("of another user");
  expect(fs.readFileSync(file, "utf8")).toBe("a key");
});
