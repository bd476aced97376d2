import fs from "node:fs";
import path from "node:path";
import type { ElectronApplication } from "@playwright/test";
import { expect, launchDesktop, test } from "./support/desktop.ts";

const place = (app: ElectronApplication) =>
  app.evaluate(() => {
    const window = globalThis.consoleWindow();
    return window === undefined ? null : { bounds: window.getNormalBounds(), maximised: window.isMaximized() };
  });

test("restores the window's position, also after its screen is gone", async ({ dataDir }) => {
  const file = path.join(dataDir, "desktop", "window.json");
  const kept = () => JSON.parse(fs.readFileSync(file, "utf8")) as { bounds: object; maximised: boolean };
  const first = await launchDesktop({ dataDir });
  const moved = { x: 140, y: 120, width: 900, height: 640 };
  await first.app.evaluate((_electron, bounds) => globalThis.consoleWindow()?.setBounds(bounds), moved);
  await expect.poll(() => fs.existsSync(file) && kept().bounds).toEqual(moved);
  if (process.platform !== "win32") expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  // The last thing before the end counts, too.
  const left = await first.app.evaluate(() => {
    const window = globalThis.consoleWindow();
    window?.maximize();
    return window?.isMaximized();
  });
  await first.app.close();

  const second = await launchDesktop({ dataDir });
  await expect.poll(() => place(second.app)).toEqual({ bounds: moved, maximised: left });
  await second.app.close();

  fs.writeFileSync(file, JSON.stringify({ ...kept(), maximised: false, bounds: { ...moved, x: -90_000 } }));
  const third = await launchDesktop({ dataDir });
  const area = await third.app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea);
  const middle = { x: area.x + Math.round((area.width - 900) / 2), y: area.y + Math.round((area.height - 640) / 2) };
  expect(await place(third.app)).toEqual({ bounds: { ...moved, ...middle }, maximised: false });
  const small = await third.app.evaluate(() => {
    const window = globalThis.consoleWindow();
    window?.setBounds({ width: 100, height: 100 });
    return window?.getBounds();
  });
  expect(small).toMatchObject({ width: 640, height: 480 });
  await third.app.close();
});
