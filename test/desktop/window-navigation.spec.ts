import type { Page } from "@playwright/test";
import { askAsThePage, expect, startForeignServer, test } from "./support/desktop.ts";
import { keepLinks } from "./support/shown.ts";

async function clickLink(window: Page, href: string, target: "_self" | "_blank"): Promise<void> {
  await window.evaluate(
    ([address, where]) => {
      const link = Object.assign(document.createElement("a"), {
        href: address,
        target: where,
        textContent: "Test link",
        rel: "noopener",
      });
      link.style.cssText = "position:fixed;top:0;left:0;z-index:99999";
      document.querySelectorAll("a[data-test]").forEach((old) => void old.remove());
      link.dataset.test = "";
      document.body.append(link);
    },
    [href, target] as const,
  );
  await window.locator("a[data-test]").click();
}

test("foreign pages never load: links, scripts and forms are blocked, new tabs open in the browser", async ({
  desktop: { app, window, url, consoleUrl },
}) => {
  await test.step("never requests a foreign page by link, script or form", async () => {
    const { origin, requests, close } = await startForeignServer();
    const before = window.url();

    await clickLink(window, `${origin}/link`, "_self");
    await window.evaluate((address) => location.assign(address), `${origin}/script`);
    await window.evaluate((address) => {
      const form = Object.assign(document.createElement("form"), { action: address, method: "get" });
      document.body.append(form);
      form.submit();
    }, `${origin}/form`);
    expect((await askAsThePage(window, "/me")).status).toBe(200);

    expect(window.url()).toBe(before);
    expect(requests).toEqual([]);
    await close();
  });

  const opened = await keepLinks(app);
  await window.goto(`${consoleUrl}/`);
  await test.step("opens links to new tabs in the default browser", async () => {
    await clickLink(window, `${url}/docs`, "_blank");
    await expect.poll(opened).toEqual([`${url}/docs`]);
    await clickLink(window, "https://example.org/a?b=c#d", "_blank");
    await expect.poll(opened).toEqual([`${url}/docs`, "https://example.org/a?b=c#d"]);
    await window.evaluate((address) => globalThis.open(address), `${url}/healthz`);
    await expect.poll(opened).toHaveLength(3);
    expect(await app.evaluate(() => globalThis.consoleWindows().length)).toBe(1);
  });

  await test.step("hands only http(s) URLs without credentials to the browser", async () => {
    for (const address of ["file:///etc/passwd", "http://name:word@example.org/"])
      await window.evaluate((popup) => void globalThis.open(popup), address);
    await window.evaluate((address) => globalThis.open(address), `${url}/healthz`);
    await expect.poll(opened).toHaveLength(4);
  });
});
