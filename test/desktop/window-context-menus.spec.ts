import type { ElectronApplication } from "@playwright/test";
import { expect, test } from "./support/desktop.ts";
import { keepLinks } from "./support/shown.ts";

interface Item {
  label: string;
  enabled: boolean;
}

/** Records menus instead of showing them, so that a test can read and click them. */
async function recordMenus(app: ElectronApplication) {
  const menus = await app.evaluateHandle(({ Menu }) => {
    const shown: Electron.Menu[] = [];
    Menu.prototype.popup = function (this: Electron.Menu) {
      shown.push(this);
    };
    return shown;
  });
  return {
    count: () => menus.evaluate((shown) => shown.length),
    /** Items of the latest menu, without separators. */
    items: (): Promise<Item[]> =>
      menus.evaluate((shown) =>
        (shown.at(-1)?.items ?? [])
          .filter(({ type }) => type !== "separator")
          .map(({ label, enabled }) => ({ label, enabled: enabled !== false })),
      ),
    click: (label: string): Promise<void> =>
      menus.evaluate(
        (shown, name) =>
          shown
            .at(-1)
            ?.items.find((item) => item.label === name)
            ?.click(),
        label,
      ),
  };
}

const all = (labels: string[], enabled = true): Item[] => labels.map((label) => ({ label, enabled }));

test("fields, selections and links have context menus, by mouse and menu key", async ({
  desktop: { app, window, consoleUrl },
}) => {
  const menus = await recordMenus(app);
  await test.step("a field offers Cut, Copy, Paste and Select all; a password is not copied", async () => {
    await window.goto(`${consoleUrl}/projects`);
    await window.evaluate(() => {
      const area = Object.assign(document.createElement("textarea"), { value: "proof" });
      area.setAttribute("aria-label", "Test words");
      area.style.cssText = "position:fixed;top:0;left:0;z-index:99999";
      const secret = Object.assign(document.createElement("input"), { type: "password", value: "secret" });
      secret.setAttribute("aria-label", "Test secret");
      secret.style.cssText = "position:fixed;top:100px;left:0;z-index:99999";
      document.body.append(area, secret);
    });
    const area = window.getByRole("textbox", { name: "Test words" });
    await area.selectText();
    await window.keyboard.press("ContextMenu");
    await expect.poll(menus.items).toEqual(all(["Cut", "Copy", "Paste", "Select all"]));
    await menus.click("Cut");
    await expect(area).toHaveValue("");

    await area.click({ button: "right" });
    await expect.poll(menus.count).toBe(2);
    expect((await menus.items()).filter(({ enabled }) => enabled).map(({ label }) => label)).not.toContain("Copy");
    await menus.click("Paste");
    await expect(area).toHaveValue("proof");

    const secret = window.getByLabel("Test secret");
    await secret.selectText();
    await secret.click({ button: "right" });
    await expect.poll(menus.count).toBe(3);
    expect(await menus.items()).toContainEqual({ label: "Copy", enabled: false });
  });

  await test.step("a selection or a link's URL is copied; a link opens in the browser", async () => {
    const opened = await keepLinks(app);
    await window.evaluate(() => {
      const sheet = document.createElement("div");
      sheet.style.cssText = "position:fixed;inset:0;z-index:99999;background:white";
      sheet.innerHTML = `<p id="words">Words to take</p><p><a id="link" href="https://example.org/a?b=c">A link</a></p>
        <p><a id="mail" href="mailto:desk@example.org">A mail address</a></p>`;
      document.body.append(sheet);
    });
    await window.locator("#link").click({ button: "right" });
    await expect.poll(menus.count).toBe(4);
    expect(await menus.items()).toEqual(expect.arrayContaining(all(["Open in browser", "Copy URL"])));
    await menus.click("Copy URL");
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe("https://example.org/a?b=c");
    await menus.click("Open in browser");
    await expect.poll(opened).toEqual(["https://example.org/a?b=c"]);

    await window.evaluate(() => getSelection()?.removeAllRanges());
    await window.locator("#mail").click({ button: "right", position: { x: 2, y: 2 } });
    await window.locator("#words").selectText();
    await window.locator("#words").click({ button: "right" });
    await expect.poll(menus.items).toEqual(all(["Copy", "Select all"]));
    expect(JSON.stringify(await menus.items())).not.toMatch(/inspect/i);
  });
});
