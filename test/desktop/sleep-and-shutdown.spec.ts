import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { startSite } from "../support/site.ts";
import { saveArticle } from "./support/articles.ts";
import { expect, type Hidden, launchHidden, test } from "./support/desktop.ts";

test("sends what became due during sleep on wake, and closes in order when the session ends", async ({ dataDir }) => {
  const desktop = await launchHidden({ dataDir });
  const { app, process: child } = desktop;
  const site = await startSite(() => "still starting");
  await saveArticle(desktop, await desktop.createProject(), "Set before the night", site.callbackUrl);
  await site.received(1);
  await expect.poll(() => stateOf(desktop)).toBe("pending");
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  // The time goes on while the computer sleeps; no timer does.
  await app.evaluate(({ powerMonitor }) => {
    const { now } = Date;
    Date.now = () => now() + 8 * 3_600_000;
    powerMonitor.emit("resume");
  });
  await expect.poll(() => stateOf(desktop)).toBe("delivered");
  await site.close();

  // The end of the session, without a window.
  const ended = once(child, "exit");
  await app.evaluate(({ BrowserWindow, powerMonitor }) => {
    const event = { preventDefault() {} };
    // Windows asks the windows, of which one is left that nobody sees; the others ask the program.
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
