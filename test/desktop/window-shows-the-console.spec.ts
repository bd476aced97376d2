import { askAsThePage, expect, test } from "./support/desktop.ts";

test("the window shows the console as a plain web page, logged in, and no other program is", async ({
  desktop: { window, consoleUrl },
}) => {
  expect(new URL(window.url()).origin).toBe(consoleUrl);
  expect(window.url()).not.toMatch(/token|login/);
  expect((await askAsThePage(window, "/me")).status).toBe(200);
  // Every other port of this host is sent the cookie, too: alone it opens nothing.
  expect(await window.evaluate(async () => (await fetch("/api/me")).status)).toBe(401);
  expect((await fetch(`${consoleUrl}/api/me`)).status).toBe(401);
  await expect(window).toHaveTitle(/Galley/);

  const reachable = await window.evaluate(() =>
    ["require", "process", "module", "Buffer", "global", "electron", "ipcRenderer", "__dirname"].filter(
      (name) => name in globalThis,
    ),
  );
  expect(reachable).toEqual([]);

  const complaints: string[] = [];
  window.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  window.on("pageerror", (error) => complaints.push(error.message));
  await window.reload();
  await expect(window.getByRole("main")).toBeVisible();
  expect(complaints).toEqual([]);
});
