/**
 * Runs axe in the page. It is injected once per page, because AxeBuilder injects it before every run, which triples the
 * time. Frames are excluded, because those of previews run no script.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

interface Axe {
  run(context: object, options: object): Promise<{ violations: { id: string; nodes: { element: Element }[] }[] }>;
}

const builderRequire = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const source = fs.readFileSync(builderRequire.resolve("axe-core/axe.min.js"), "utf8");

/** @param rules all by default @returns accessibility faults, as rule and elements */
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
