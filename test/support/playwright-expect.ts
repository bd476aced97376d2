/** Playwright's `expect`, whose polls look closely: its own come to a second apart, which would be most of a short test. */
import { expect as playwrights } from "@playwright/test";

export const expect = playwrights.configure({});

const { poll } = expect;
expect.poll = (actual, options) =>
  poll(actual, { intervals: [20, 50, 100], ...(typeof options === "string" ? { message: options } : options) });
