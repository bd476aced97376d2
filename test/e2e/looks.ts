import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import { FULL } from "./fixtures.ts";

interface Look {
  name: string;
  colorScheme: "light" | "dark";
  viewport: { width: number; height: number };
}

/** Dark only changes colours, so two looks cover both schemes and both sizes. Tests continue in the first. */
const LOOKS: readonly [Look, Look] = [
  { name: "light, desktop", colorScheme: "light", viewport: { width: 1280, height: 800 } },
  { name: "dark, phone", colorScheme: "dark", viewport: { width: 390, height: 844 } },
];

/**
 * Fails if axe finds a fault or the page scrolls sideways. The nightly run checks every look; `npm test` checks one, chosen
 * by the length of the state's name, so that states with common parts together cover both.
 */
export async function expectLooksRight(page: Page, state: string): Promise<void> {
  for (const look of FULL ? LOOKS : [LOOKS[state.length % LOOKS.length] ?? LOOKS[0]]) {
    await applyLook(page, look);
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const seen = { state, look: look.name, faults: await faultsOf(page), sideways: Math.max(0, sideways) };
    expect(seen).toEqual({ state, look: look.name, faults: [], sideways: 0 });
  }
  await applyLook(page, LOOKS[0]);
}

/** Runs only in the nightly run: for states whose parts appear in other looks. */
export async function nightlyLook(page: Page, state: string): Promise<void> {
  if (FULL) await expectLooksRight(page, state);
}

/** Disables motion so that colours are final, and waits two frames for the layout. */
async function applyLook(page: Page, { colorScheme, viewport }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize(viewport);
  await page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );
}

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { element: Element }[] }[] }>;
}

const builderRequire = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const source = fs.readFileSync(builderRequire.resolve("axe-core/axe.min.js"), "utf8");

/**
 * Runs axe, which is injected once per page: AxeBuilder would inject it before every run, which triples the time. Frames
 * are excluded, because those of previews run no script. @param rules all by default @returns rules and elements
 */
export async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async (only) => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, {
      iframes: false,
      resultTypes: ["violations"],
      // Selectors would take a third of the time.
      selectors: false,
      elementRef: true,
      ...(only === null ? {} : { runOnly: only }),
    });
    const tagOf = ({ element }: { element: Element }) => (element.cloneNode() as Element).outerHTML;
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(tagOf).join(", ")}`);
  }, rules ?? null);
}

export async function expectNoFaults(page: Page): Promise<void> {
  expect(await faultsOf(page)).toEqual([]);
}
