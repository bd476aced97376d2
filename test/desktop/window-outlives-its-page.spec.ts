import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";

test.use({ ownDesktop: true });

/** Playwright never uses a page again whose process has ended, so the app is asked. */
const textOf = (app: ElectronApplication) =>
  app.evaluate(async () => {
    const contents = globalThis.consoleWindow()?.webContents;
    return contents?.executeJavaScript("document.body.innerText").catch(() => "") as Promise<string>;
  });

test("reloads a crashed page, and stops after the fourth crash in a minute", async ({ desktop: { app, url } }) => {
  test.slow();
  const ended = await app.evaluateHandle(() => {
    const reasons: string[] = [];
    globalThis.consoleWindow()?.webContents.on("render-process-gone", (_event, { reason }) => {
      reasons.push(reason);
    });
    return reasons;
  });
  for (let times = 1; times <= 4; times++) {
    await expect.poll(() => textOf(app)).toContain("Deliveries");
    await app.evaluate(() => globalThis.consoleWindow()?.webContents.forcefullyCrashRenderer());
    await expect.poll(async () => (await ended.jsonValue()).length).toBe(times);
  }
  await expect.poll(() => textOf(app)).toContain("The console's page ended unexpectedly.");
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  await app.evaluate(() =>
    globalThis.consoleWindow()?.webContents.executeJavaScript("document.querySelector('a').click()"),
  );
  await expect.poll(() => textOf(app)).toContain("Deliveries");
});
