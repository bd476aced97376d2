import { askAsThePage, expect, test } from "./support/desktop.ts";

test("the window shows the console, logged in without being asked", async ({ desktop: { window, consoleUrl } }) => {
  expect(new URL(window.url()).origin).toBe(consoleUrl);
  expect((await askAsThePage(window, "/me")).status).toBe(200);
  // The cookie alone, which every other port of this host is sent, too, lets nobody in.
  expect(await window.evaluate(async () => (await fetch("/api/me")).status)).toBe(401);
  await expect(window).toHaveTitle(/Galley/);
  await expect(window.getByRole("main")).toBeVisible();
});

test("the login link is used up and in no history", async ({ desktop: { window } }) => {
  expect(window.url()).not.toMatch(/token|login/);
});

test("another program on the machine is not logged in", async ({ desktop: { consoleUrl } }) => {
  expect((await fetch(`${consoleUrl}/api/me`)).status).toBe(401);
});

test("the page is a plain web page: nothing of Node or Electron reaches it", async ({ desktop: { window } }) => {
  const reachable = await window.evaluate(() =>
    ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer", "__dirname"].filter(
      (name) => name in globalThis,
    ),
  );
  expect(reachable).toEqual([]);
});

test("the console loads without a complaint of the browser", async ({ desktop: { window } }) => {
  const complaints: string[] = [];
  window.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  window.on("pageerror", (error) => complaints.push(error.message));
  await window.reload();
  await expect(window.getByRole("main")).toBeVisible();
  expect(complaints).toEqual([]);
});
