import { once } from "node:events";
import { startSite } from "../support/site.ts";
import { accepts, deliver, fails, retry, saveArticle } from "./support/articles.ts";
import { expect, type Hidden, launchHidden, test } from "./support/desktop.ts";
import { chooseInBoxes, clickMenuItem, clickTray, exitAfter, expectTray, trayItem } from "./support/shown.ts";

const [QUIT, KEEP, WAIT] = [0, 1, 2];

test("quitting with pending deliveries offers to keep running, to wait, or to quit", async ({ dataDir }) => {
  const first = await launchHidden({ dataDir });
  const site = await startSite(fails);
  const project = await first.createProject();
  const id = await deliver(first, project, site, "Council votes");
  await expectTray(first.app).toBe("Running · 1 delivery pending");

  const boxes = await chooseInBoxes(first.app, KEEP);
  await clickMenuItem(first.app, "quit");
  await expect
    .poll(boxes)
    .toMatchObject([
      { message: "1 delivery is still pending.", buttons: ["Quit", "Keep running", "Wait and quit"], cancelId: 1 },
    ]);
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);

  await chooseInBoxes(first.app, WAIT);
  await clickTray(first.app, "quit");
  await expect.poll(() => trayItem(first.app, "quit")).toMatchObject({ label: "Quitting after sending…" });
  expect((await fetch(`${first.url}/healthz`)).status).toBe(200);
  site.respond = accepts;
  expect(await exitAfter(first.process, () => retry(first, id))).toEqual([0, null]);
  await site.close();
});

test("sends overdue deliveries after sleep; quitting during a download asks, and cancels it", async ({ dataDir }) => {
  const desktop = await launchHidden({ dataDir });
  const { app, process: child, consoleUrl, url } = desktop;
  const site = await startSite(() => "still starting");
  await saveArticle(desktop, await desktop.createProject(), "Set before the night", site.callbackUrl);
  await site.received(1);
  await expect.poll(() => stateOf(desktop)).toBe("pending");
  site.respond = accepts;
  // During sleep, the clock advances but timers do not.
  await app.evaluate(({ powerMonitor }) => {
    const { now } = Date;
    Date.now = () => now() + 8 * 3_600_000;
    powerMonitor.emit("resume");
  });
  await expect.poll(() => stateOf(desktop)).toBe("delivered");
  await site.close();

  let stderr = "";
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  // Simulates an unfinished download of Chromium.
  await app.evaluate(({ session }, address) => {
    const { EventEmitter } = process.getBuiltinModule("node:events");
    const coming = Object.assign(new EventEmitter(), {
      getURL: () => `${address}/api/backup`,
      getFilename: () => "galley.zip",
      getSavePath: () => "",
      setSaveDialogOptions() {},
      cancel() {
        process.stderr.write("download cancelled\n");
        coming.emit("done", {}, "cancelled");
      },
    });
    session.fromPartition("persist:console").emit("will-download", { preventDefault() {} }, coming);
  }, consoleUrl);
  const boxes = await chooseInBoxes(app, KEEP);
  await clickMenuItem(app, "quit");
  await expect
    .poll(boxes)
    .toMatchObject([{ message: "A download is in progress.", buttons: ["Quit", "Keep running"], cancelId: 1 }]);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect(stderr).not.toContain("download cancelled");

  await chooseInBoxes(app, QUIT);
  const ended = once(child, "close");
  await clickMenuItem(app, "quit");
  expect(await ended).toEqual([0, null]);
  expect(stderr.split("download cancelled")).toHaveLength(2);
});

async function stateOf(desktop: Hidden): Promise<string | undefined> {
  return (await desktop.console<{ items: { state: string }[] }>("GET", "/deliveries")).items[0]?.state;
}
