import fs from "node:fs";
import path from "node:path";
import { galleyDeb } from "../support/hand-made-package.ts";
import { expect, test } from "./support/desktop.ts";

test("Help → Check a package says what a file is, and hands out its checksum", async ({ desktop }) => {
  const { app, url, dataDir } = desktop;
  const file = path.join(dataDir, "galley_99.0.0-1_amd64.deb");
  const changes = [{ version: "99.0.0", lines: ["Articles are quicker to open."] }];
  const release = { name: "galley", version: "99.0.0", system: "linux", arch: "x64", schema: 999, changes };
  fs.writeFileSync(file, galleyDeb("99.0.0", "amd64", release));
  const boxes = await app.evaluateHandle(({ dialog, Menu }, chosen) => {
    const shown: { type?: string; message: string; detail?: string }[] = [];
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    Object.assign(dialog, {
      showMessageBox: async (...args: unknown[]) => {
        shown.push(args.at(-1) as { message: string });
        return { response: 1, checkboxChecked: false };
      },
    });
    Menu.getApplicationMenu()?.getMenuItemById("check-package")?.click();
    return shown;
  }, file);
  await expect.poll(() => boxes.evaluate((shown) => shown.length)).toBe(1);
  const [box] = await boxes.jsonValue();
  expect(box?.message).toMatch(/^Galley 99\.0\.0 for Linux x64: newer than \d+\.\d+\.\d+, which runs here$/);
  expect(box?.detail).toContain("There is no SHA256SUMS beside it");
  expect(box?.detail).toContain("New since this version:\n• Articles are quicker to open.");
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toMatch(/^[0-9a-f]{64}$/);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  // The second is damaged on its way.
  fs.writeFileSync(path.join(dataDir, "SHA256SUMS"), `${"0".repeat(64)}  ${path.basename(file)}\n`);
  await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.getMenuItemById("check-package")?.click());
  await expect.poll(() => boxes.evaluate((shown) => shown.length)).toBe(2);
  expect((await boxes.jsonValue())[1]).toMatchObject({
    type: "warning",
    detail: expect.stringContaining("Do not install it; get it anew."),
  });
});
