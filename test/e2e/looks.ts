/** The looks that a state of a page can have, and what must hold in each. */
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Look {
  name: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
  /** The rules that this look can break where the first did not; null: all. */
  rules: string[] | null;
}

const DESK = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** The first is the one that a test goes on in. A phone shows other things than a desk; the dark only colours them anew. */
const LOOKS: readonly Look[] = [
  { name: "light", colorScheme: "light", viewport: DESK, rules: null },
  { name: "dark", colorScheme: "dark", viewport: DESK, rules: ["color-contrast"] },
  { name: "dark, on a phone", colorScheme: "dark", viewport: PHONE, rules: ["color-contrast"] },
  { name: "light, on a phone", colorScheme: "light", viewport: PHONE, rules: null },
];

/**
 * Fails where axe finds a fault in any look, or the page scrolls sideways. Frames are left out: those of previews run no
 * script, so axe cannot look into them.
 */
export async function expectEveryLookIsRight(page: Page, state: string): Promise<void> {
  for (const look of LOOKS) {
    await wear(page, look);
    const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ iframes: false });
    const { violations } = await (look.rules === null ? axe : axe.withRules(look.rules)).analyze();
    const faults = violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect({ state, look: look.name, faults, sideways: Math.max(0, sideways) }).toEqual({
      state,
      look: look.name,
      faults: [],
      sideways: 0,
    });
  }
  const [first] = LOOKS;
  if (first !== undefined) await wear(page, first);
}

/** Without motion, so that no colour is on its way to another; what follows the window's size has two frames for it. */
async function wear(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
