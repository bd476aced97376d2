import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { startSite } from "../support/site.ts";
import { expect, test } from "./support/desktop.ts";
import { makeProject, saveArticle } from "./support/site.ts";

test.use({ ownDesktop: true });

test("sends what became due during sleep on wake, and closes in order when the session ends", async ({ desktop }) => {
  const { app, process: child, window, url, consoleUrl, dataDir } = desktop;
  const site = await startSite(() => "still starting");
  const project = await makeProject(consoleUrl, fs.readFileSync(path.join(dataDir, "console-token"), "utf8"));
  await saveArticle(url, project, "Set before the night", site.callbackUrl);
  await site.received(1);
  await expect.poll(() => stateOf(consoleUrl, dataDir)).toBe("pending");
  site.answer = () => ({ rc: 1, rm: "", data: {} });
  // The time goes on while the computer sleeps; no timer does.
  await app.evaluate(({ powerMonitor }) => {
    const { now } = Date;
    Date.now = () => now() + 8 * 3_600_000;
    powerMonitor.emit("resume");
  });
  await expect.poll(() => stateOf(consoleUrl, dataDir)).toBe("delivered");
  await site.close();

  // The end of the session, with the window closed.
  await window.close();
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

async function stateOf(consoleUrl: string, dataDir: string): Promise<string | undefined> {
  const token = fs.readFileSync(path.join(dataDir, "console-token"), "utf8").trim();
  const answer = await fetch(`${consoleUrl}/api/deliveries`, { headers: { authorization: `Bearer ${token}` } });
  const { items } = (await answer.json()) as { items: { state: string }[] };
  return items[0]?.state;
}
