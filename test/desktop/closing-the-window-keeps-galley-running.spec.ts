import { spawn } from "node:child_process";
import { once } from "node:events";
import { ANY_PORTS, askAsThePage, environment, expect, test } from "./support/desktop.ts";
import { desktopRuntime, ROOT } from "./support/runtime.ts";
import { closeWindow } from "./support/shown.ts";

test("a closed window leaves the server running; a second start opens it again, logged in", async ({ desktop }) => {
  const { app, window, url, dataDir } = desktop;
  const closed = window.waitForEvent("close");
  await closeWindow(app);
  await closed;
  expect((await fetch(`${url}/healthz`)).status).toBe(200);

  const reopened = app.waitForEvent("window");
  const second = spawn(desktopRuntime().executable, ["--no-sandbox", ROOT, `--data-dir=${dataDir}`, ...ANY_PORTS], {
    env: environment(),
    stdio: "ignore",
  });
  expect(await once(second, "exit")).toEqual([0, null]);
  const again = await reopened;
  await again.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\/(?!login)/);
  await expect.poll(async () => (await askAsThePage(again, "/me")).status).toBe(200);
});

test("a second start while the window is open shows that window, not another", async ({
  desktop: { app, dataDir },
}) => {
  await app.evaluate(() => globalThis.consoleWindow()?.hide());
  const second = spawn(desktopRuntime().executable, ["--no-sandbox", ROOT, `--data-dir=${dataDir}`, ...ANY_PORTS], {
    env: environment(),
    stdio: "ignore",
  });
  expect(await once(second, "exit")).toEqual([0, null]);
  const visible = () => app.evaluate(() => globalThis.consoleWindows().map((window) => window.isVisible()));
  await expect.poll(visible).toEqual([true]);
});
