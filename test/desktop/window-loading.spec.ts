import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";
import { chooseInBoxes, closeWindow } from "./support/shown.ts";

/** Closes the window and opens it again, like the tray. */
async function openAgain(app: ElectronApplication): Promise<void> {
  await closeWindow(app);
  await app.evaluate(({ app: running }) => void running.emit("activate"));
}

const isShown = (app: ElectronApplication) => app.evaluate(() => globalThis.consoleWindow()?.isVisible());

test.use({ ownDesktop: true });

test("the window opens in the theme's colours, loads only the console, and explains a failure", async ({
  desktop: { app, url, consoleUrl },
}) => {
  await test.step("its session blocks every request except to the console", async () => {
    // Closes the window, which explains the failure.
    const boxes = await chooseInBoxes(app, 1);
    // Loaded by the app, since a page's own policy would block it first.
    const load = () =>
      app.evaluate(
        (_electron, address) =>
          globalThis
            .consoleWindow()
            ?.loadURL(address)
            .then(
              () => "loaded",
              ({ code }: { code: string }) => code,
            ),
        `${url}/healthz`,
      );
    expect(await load()).toBe("ERR_BLOCKED_BY_CLIENT");
    await expect.poll(async () => (await boxes()).length).toBe(1);
    await app.evaluate(({ session }) => session.fromPartition("persist:console").webRequest.onBeforeRequest(null));
    await expect.poll(() => app.evaluate(() => globalThis.consoleWindows().length)).toBe(0);
    const reopened = app.waitForEvent("window");
    await app.evaluate(({ app: running }) => void running.emit("activate"));
    await (await reopened).getByRole("main").waitFor();
    expect(await load()).toBe("loaded");
  });

  await test.step("it has the theme's background before its page loads", async () => {
    const colour = () => app.evaluate(() => globalThis.consoleWindow()?.getBackgroundColor().toLowerCase());
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = "dark";
    });
    await expect.poll(colour).toBe("#171614");
    const reopened = app.waitForEvent("window");
    await openAgain(app);
    expect(await colour()).toBe("#171614");
    await (await reopened).getByRole("main").waitFor();
    await app.evaluate(({ nativeTheme }) => {
      nativeTheme.themeSource = "light";
    });
    await expect.poll(colour).toBe("#f6f4ee");
  });

  await test.step("a failed page is explained in a box with Try again, and a slow page does not delay the window", async () => {
    // Blocks every request of the window, like a faulty network filter.
    await app.evaluate(({ session }) =>
      session
        .fromPartition("persist:console")
        .webRequest.onBeforeRequest((_details, respond) => respond({ cancel: true })),
    );
    const box = await app.evaluateHandle(({ dialog }) => {
      const made = { message: "", detail: "", tryAgain: () => {} };
      const showMessageBox = (_window: unknown, { message, detail }: Electron.MessageBoxOptions) =>
        new Promise((resolve) => Object.assign(made, { message, detail, tryAgain: () => resolve({ response: 0 }) }));
      Object.assign(dialog, { showMessageBox });
      return made;
    });
    const reopened = app.waitForEvent("window");
    await openAgain(app);
    const window = await reopened;
    await expect.poll(() => box.evaluate(({ message }) => message)).toBe("The console could not be shown.");
    expect(await box.evaluate(({ detail }) => detail)).toContain("articles are saved and delivered");
    await expect.poll(() => isShown(app)).toBe(true);

    await app.evaluate(({ session }) => session.fromPartition("persist:console").webRequest.onBeforeRequest(null));
    await box.evaluate(({ tryAgain }) => tryAgain());
    await window.waitForURL(`${consoleUrl}/**`);
    await expect(window.getByRole("main")).toBeVisible();

    // The window appears before a slow page has loaded. The app's timers run eight times as fast.
    await app.evaluate(() => {
      const timeout = setTimeout;
      globalThis.setTimeout = ((callback: () => void, ms = 0) => timeout(callback, ms / 8)) as typeof setTimeout;
    });
    await app.evaluate(({ session }) => session.fromPartition("persist:console").webRequest.onBeforeRequest(() => {}));
    await openAgain(app);
    expect(await isShown(app)).toBe(false);
    await expect.poll(() => isShown(app)).toBe(true);
  });
});
