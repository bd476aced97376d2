import { save } from "./console-page.ts";
import { expect, test } from "./fixtures.ts";

const YEAR_MS = 366 * 24 * 3_600_000;

// Russian timestamps are the longest.
test.use({ locale: "ru-RU", ownAppliance: true });

test("every list shows timestamps of another year uncut, on desktop and phone @nightly", async ({
  page,
  appliance,
  openArticle,
  receiver,
}) => {
  receiver.answer = () => ({ rc: 0, rm: "no" });
  await save(await openArticle("harbour-crossing"), "The first tram crossed.", null);
  await receiver.received(1);
  await page.clock.setFixedTime(Date.now() + YEAR_MS);
  await page.goto(appliance.consoleLink);
  for (const path of ["/", "/sessions", "/sites", "/deliveries"]) {
    await page.goto(appliance.consoleUrl + path);
    const times = page.locator("main time");
    await expect(times.first()).toContainText(String(new Date().getFullYear()));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      const cut = await times.evaluateAll(textsCut);
      expect({ path, width, cut }).toEqual({ path, width, cut: [] });
    }
  }
});

/** Runs in the page. @returns texts of elements that an ancestor clips */
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
