import { logIn, save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

const YEAR_MS = 366 * 24 * 3_600_000;

for (const locale of ["en-US", "ru-RU"])
  test.describe(locale, () => {
    test.use({ locale, ownAppliance: true });

    test("a moment of another year stands whole in every list, at the desk and on a phone", async ({
      page,
      appliance,
      openArticle,
      receiver,
    }) => {
      receiver.answer = () => ({ rc: 0, rm: "no" });
      await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
      await receiver.received(1);
      await page.clock.setFixedTime(Date.now() + YEAR_MS);
      if (locale === "en-US") await logIn(page, appliance);
      else await page.goto(appliance.consoleLink);
      for (const viewport of [
        { width: 1280, height: 800 },
        { width: 390, height: 844 },
      ]) {
        await page.setViewportSize(viewport);
        for (const address of ["/", "/sessions", "/deliveries"]) {
          await page.goto(appliance.consoleUrl + address);
          const times = page.locator("main time");
          await expect(times.first()).toContainText(String(new Date().getFullYear()));
          const cut = await times.evaluateAll(textsCut);
          expect({ address, width: viewport.width, cut }).toEqual({ address, width: viewport.width, cut: [] });
        }
      }
    });
  });

/** In the page: the texts that reach beyond anything around them that hides what does. */
function textsCut(found: Element[]): (string | null)[] {
  const isCut = (time: Element) => {
    const { left, right } = time.getBoundingClientRect();
    for (let around = time.parentElement; around !== null; around = around.parentElement) {
      const box = around.getBoundingClientRect();
      const hides = getComputedStyle(around).overflowX !== "visible";
      if (hides && (left < box.left - 1 || right > box.right + 1)) return true;
    }
    return false;
  };
  return found.filter(isCut).map(({ textContent }) => textContent);
}
