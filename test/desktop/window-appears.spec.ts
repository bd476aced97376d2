import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";
import { closeWindow } from "./support/shown.ts";

/** Closes the window and opens it again, as the tray does. */
async function openAgain(app: ElectronApplication): Promise<void> {
  await closeWindow(app);
  await app.evaluate(({ app: running }) => void running.emit("activate"));
}

const isShown = (app: ElectronApplication) => app.evaluate(() => globalThis.consoleWindow()?.isVisible());

test("the window has the theme's background before its page loads", async ({ desktop: { app } }) => {
  const colour = () => app.evaluate(() => globalThis.consoleWindow()?.getBackgroundColor().toLowerCase());
  await app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = "dark";
  });
  await expect.poll(colour).toBe("#171614");
  await openAgain(app);
  expect(await colour()).toBe("#171614");
  await app.evaluate(({ nativeTheme }) => {
    nativeTheme.themeSource = "light";
  });
  await expect.poll(colour).toBe("#f6f4ee");
});

test.describe("on an app of its own", () => {
  test.use({ ownDesktop: true });

  test("a page that cannot load leaves no empty window, and Try again loads it; a slow page does not hold the window back", async ({
    desktop: { app, consoleUrl },
  }) => {
    // Every request of the window is refused, as by a program that meddles with the network.
    await app.evaluate(({ session }) =>
      session
        .fromPartition("persist:console")
        .webRequest.onBeforeRequest((_details, answer) => answer({ cancel: true })),
    );
    const reopened = app.waitForEvent("window");
    await openAgain(app);
    const window = await reopened;
    await expect(window.getByRole("heading", { name: "The console could not be shown." })).toBeVisible();
    await expect(window.getByText("Galley itself goes on: articles are saved and delivered")).toBeVisible();
    await expect.poll(() => isShown(app)).toBe(true);

    await app.evaluate(({ session }) => session.fromPartition("persist:console").webRequest.onBeforeRequest(null));
    await window.getByRole("link", { name: "Try again" }).click();
    await window.waitForURL(`${consoleUrl}/**`);
    await expect(window.getByRole("main")).toBeVisible();

    // A page that takes long: the window is shown without it.
    await app.evaluate(({ session }) => session.fromPartition("persist:console").webRequest.onBeforeRequest(() => {}));
    await openAgain(app);
    expect(await isShown(app)).toBe(false);
    await expect.poll(() => isShown(app)).toBe(true);
  });
});
