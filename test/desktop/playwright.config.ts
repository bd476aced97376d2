/** `npx playwright test -c test/desktop`: the built desktop app, driven from outside. Needs `npm run build` before. */
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./support/say-runtime.ts",
  outputDir: "../../test-results/desktop",
  workers: 2,
  fullyParallel: true,
  // One that needs it is named as flaky, and npm test speaks of it: a race to be found, not a reason to refuse a change.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  reporter: "list",
});
