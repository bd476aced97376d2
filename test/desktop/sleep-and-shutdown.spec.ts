import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { startSite } from "../support/site.ts";
import { saveArticle } from "./support/articles.ts";
import { expect, type Hidden, launchHidden, test } from "./support/desktop.ts";

test("sends overdue deliveries after sleep, and shuts down when the session ends", async ({ dataDir }) => {
  const desktop = await launchHidden({ dataDir });
  const { app, process: child } = desktop;
  const site = await startSite(() => "still starting");
  await saveArticle(desktop, await desktop.createProject(), "Set before the night", site.callbackUrl);
  await site.received(1);
  await expect.poll(() => stateOf(desktop)).toBe("pending");
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  // During sleep, the clock advances but timers do not.
  await app.evaluate(({ powerMonitor }) => {
    const { now } = Date;
    Date.now = () => now() + 8 * 3_600_000;
    powerMonitor.emit("resume");
  });
  await expect.poll(() => stateOf(desktop)).toBe("delivered");
  await site.close();

  // The session ends without a window of the console.
  const ended = once(child, "exit");
  await app.evaluate(({ BrowserWindow, powerMonitor }) => {
    const event = { preventDefault() {} };
    // Windows asks a hidden window; other systems ask the process.
    if (process.platform === "win32")
      for (const each of BrowserWindow.getAllWindows())
        each.emit("query-session-end", { ...event, reasons: ["logoff"] });
    else powerMonitor.emit("shutdown", event);
  });
  expect(await ended).toEqual([0, null]);
  expect(fs.existsSync(path.join(dataDir, "galley.db-wal"))).toBe(false);
});

async function stateOf(desktop: Hidden): Promise<string | undefined> {
  return (await desktop.console<{ items: { state: string }[] }>("GET", "/deliveries")).items[0]?.state;
}
