import { beforeAll, expect, it } from "vitest";
import { makeTemplate, type Template, versionsIn } from "../../server/backup/restore-template.ts";
import { spawnCommand } from "../../support/backups.ts";

let template: Template;
beforeAll(async () => {
  template = await makeTemplate();
});

it.each([0.1, 0.3, 0.5, 0.6, 0.7, 0.8, 0.9])(
  "a restore killed after %d of its time leaves the old data or the new",
  async (part) => {
    const started = performance.now();
    await spawnCommand("restore", [template.backup, "--data-dir", template.copy()]);
    const time = performance.now() - started;

    const dataDir = template.copy();
    const ended = await spawnCommand("restore", [template.backup, "--data-dir", dataDir], (child) =>
      setTimeout(() => child.kill("SIGKILL"), time * part),
    );
    expect(ended.code === 0 ? [1] : [1, 2]).toContain(await versionsIn(dataDir));
  },
);
