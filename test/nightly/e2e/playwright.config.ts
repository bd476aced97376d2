/**
 * `npm run test:nightly` runs the tests of test/e2e and test/desktop in full size, and those of this folder. Needs
 * `npm run build`.
 */
import { defineConfig } from "@playwright/test";
import base from "../../../playwright.config.ts";

// Read by test/e2e/fixtures.ts; workers inherit the environment.
process.env.GALLEY_TEST_FULL = "1";

export default defineConfig({
  ...base,
  outputDir: "../../../test-results/nightly-e2e",
  grepInvert: [],
  retries: 0,
  workers: 2,
  use: { ...base.use, contextOptions: { reducedMotion: "no-preference" } },
  timeout: 300_000,
  projects: [
    { name: "full", testDir: "../../e2e" },
    { name: "desktop", testDir: "../../desktop", testMatch: "*.spec.ts" },
    { name: "nightly", testDir: "." },
  ],
});
