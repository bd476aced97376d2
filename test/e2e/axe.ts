/**
 * axe in the page itself, brought there once: AxeBuilder brings it anew for every look at a page, which costs three times
 * what the looking does. Frames are left out: those of previews run no script, so axe cannot look into them.
 */
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

interface Axe {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

const ofBuilder = createRequire(createRequire(import.meta.url).resolve("@axe-core/playwright"));
const { source } = ofBuilder("axe-core") as { source: string };

/** Every accessibility fault that axe finds on the page as it is: the rule, and where it is broken. */
export async function faultsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run({ iframes: false, resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
  });
}
