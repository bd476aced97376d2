/** The looks of a page's state, and what must hold in each. */
import { expect, type Page } from "@playwright/test";
import { faultsOf } from "./axe.ts";
import { FULL } from "./fixtures.ts";

interface Look {
  name: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
}

/** A phone shows other parts than a desktop, and dark only changes colours: two looks cover both. Tests go on in the first. */
const LOOKS: readonly [Look, Look] = [
  { name: "light, desktop", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "dark, phone", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

/**
 * Fails where axe finds a fault or the page scrolls sideways. The nightly run takes every look; `npm test` takes one, chosen
 * by the state's name, so that states which share parts cover both together.
 */
export async function expectLooksRight(page: Page, state: string): Promise<void> {
  for (const look of FULL ? LOOKS : [LOOKS[state.length % LOOKS.length] ?? LOOKS[0]]) {
    await wear(page, look);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const seen = { state, look: look.name, faults: await faultsOf(page), sideways: Math.max(0, sideways) };
    expect(seen).toEqual({ state, look: look.name, faults: [], sideways: 0 });
  }
  await wear(page, LOOKS[0]);
}

/** In the nightly run alone: for a state of parts that other looks have. */
export async function nightlyLook(page: Page, state: string): Promise<void> {
  if (FULL) await expectLooksRight(page, state);
}

/** Without motion, so that no colour is between two; layout that follows the window's size gets two frames. */
async function wear(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}
