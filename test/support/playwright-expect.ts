/** Playwright's `expect` with short poll intervals; the default intervals of up to a second are too long for short tests. */
import { expect as playwrights } from "@playwright/test";

export const expect = playwrights.configure({});

const { poll } = expect;
expect.poll = (actual, options) =>
  poll(actual, { intervals: [20, 50, 100], ...(typeof options === "string" ? { message: options } : options) });
