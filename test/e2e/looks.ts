/** The looks that a state of a page can have, and what must hold in each. */
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";

interface Look {
  name: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
}

/**
 * The first is the one that a test goes on in. A phone shows other things than a desk, and the dark only colours what is
 * there, by the same few tokens: two looks see both.
 */
const LOOKS: readonly [Look, ...Look[]] = [
  { name: "light, at the desk", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "dark, on a phone", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

/**
 * Fails where axe finds a fault in any look, or the page scrolls sideways.
 */
export async function expectEveryLookIsRight(page: Page, state: string): Promise<void> {
  for (const look of LOOKS) await see(page, state, look);
  await wear(page, LOOKS[0]);
}

/** For pages that are made of the same parts: each is seen in one look, in turn, and together they are seen in all. */
export async function expectALookIsRight(page: Page, state: string, turn: number): Promise<void> {
  await see(page, state, LOOKS[turn % LOOKS.length] ?? LOOKS[0]);
  await wear(page, LOOKS[0]);
}

async function see(page: Page, state: string, look: Look): Promise<void> {
  await wear(page, look);
  const faults = await faultsOf(page);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect({ state, look: look.name, faults, sideways: Math.max(0, sideways) }).toEqual({
    state,
    look: look.name,
    faults: [],
    sideways: 0,
  });
}

/** Without motion, so that no colour is on its way to another; what follows the window's size has two frames for it. */
async function wear(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
