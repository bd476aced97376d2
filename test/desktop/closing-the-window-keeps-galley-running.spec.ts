import { spawn } from "node:child_process";
import { once } from "node:events";
import { ANY_PORTS, askAsThePage, environment, expect, test } from "./support/desktop.ts";
import { desktopRuntime, ROOT } from "./support/runtime.ts";
import { closeWindow } from "./support/shown.ts";

test.use({ ownDesktop: true });

test("a closed window leaves the server running; a second start opens it logged in, or shows it when hidden", async ({
  desktop,
}) => {
  const { app, window, url, dataDir } = desktop;
  const startAgain = async () => {
    const second = spawn(desktopRuntime().executable, ["--no-sandbox", ROOT, `--data-dir=${dataDir}`, ...ANY_PORTS], {
      env: environment(),
      stdio: "ignore",
    });
    expect(await once(second, "exit")).toEqual([0, null]);
  };
  const closed = window.waitForEvent("close");
  await closeWindow(app);
  await closed;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const reopened = app.waitForEvent("window");
  await startAgain();
  const again = await reopened;
  await again.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!login)/);
  await expect.poll(async () => (await askAsThePage(again, "/me")).status).toBe(200);

  await app.evaluate(() => globalThis.consoleWindow()?.hide());
  await startAgain();
  const visible = () => app.evaluate(() => globalThis.consoleWindows().map((each) => each.isVisible()));
  await expect.poll(visible).toEqual([true]);
});
