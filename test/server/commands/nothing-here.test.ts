/** An admin who types a command as the wrong user is told which is the right one. */
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { whereElse } from "../../../server/commands/nothing-here.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const user = process.geteuid?.();
afterEach(() => {
  if (user === 0) process.seteuid?.(0);
});

it("where the machine has a service of its own, its user is named", () => {
  const service = temporaryFolder();
  expect(whereElse("/home/ann/.local/share/galley", "console-link", "Start it.", service)).toBe(
    `Start it. The service of this machine has data of its own: sudo -u galley galley console-link`,
  );
  expect(whereElse(service, "console-link", "Start it.", service)).toBe("Start it.");
  expect(whereElse(service, "console-link", "Start it.", path.join(service, "none"))).toBe("Start it.");
});

it.skipIf(process.platform === "win32")("a folder that is closed to this user is not called empty", () => {
  const closed = temporaryFolder();
  fs.chmodSync(closed, 0);
  if (user === 0) process.seteuid?.(65534);
  expect(whereElse(closed, "backup FILE", "Name its folder.", "/none")).toBe(
    "This user may not look into that folder: run it as the user that Galley runs as.",
  );
  expect(whereElse(closed, "backup FILE", "Name its folder.", closed)).toContain("sudo -u galley galley backup FILE");
});
