/** Advice for an admin who runs a command as the wrong user. */
import fs from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { dataFolderAdvice } from "../../../server/commands/data-folder.ts";
import { temporaryFolder } from "../../support/appliance.ts";

const user = process.geteuid?.();
afterEach(() => {
  if (user === 0) process.seteuid?.(0);
});

it("names the command for the service if the machine has one", () => {
  const service = temporaryFolder();
  expect(dataFolderAdvice("/home/ann/.local/share/galley", "console-link", "Start it.", service)).toBe(
    "Start it. For the service on this machine, run: sudo -u galley galley console-link",
  );
  expect(dataFolderAdvice(service, "console-link", "Start it.", service)).toBe("Start it.");
  expect(dataFolderAdvice(service, "console-link", "Start it.", path.join(service, "none"))).toBe("Start it.");
});

it.skipIf(process.platform === "win32")("names the user to run as if this user cannot read the folder", () => {
  const closed = temporaryFolder();
  fs.chmodSync(closed, 0);
  if (user === 0) process.seteuid?.(65534);
  expect(dataFolderAdvice(closed, "backup FILE", "Name its folder.", "/none")).toBe(
    "This user cannot read the folder. Run the command as the user that Galley runs as.",
  );
  expect(dataFolderAdvice(closed, "backup FILE", "Name its folder.", closed)).toContain(
    "sudo -u galley galley backup FILE",
  );
});
