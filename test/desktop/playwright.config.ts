/** `npx playwright test -c test/desktop`: drives the built desktop app. Run `npm run build` first. */
import { defineConfig } from "@playwright/test";
import { desktopRuntime } from "./support/runtime.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./support/runtime.ts",
  outputDir: "../../test-results/desktop",
  workers: 2,
  fullyParallel: true,
  // Playwright lists a test that needs the retry as flaky, and npm test reports it: a race to fix, but no failure.
  retries: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI !== undefined,
  // Rare cases matter most on the real runtime; on the stand-in, the nightly run takes them.
  grepInvert: desktopRuntime().isStandIn ? /@nightly/ : [],
  reporter: "list",
});
