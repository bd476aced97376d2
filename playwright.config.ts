/** The end-to-end tests: a real browser, each test with its own appliance. test/desktop has its own configuration. */
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/browser.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results/e2e",
  workers: 2,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  grepInvert: /@nightly/,
  // One that needs it is named as flaky, and npm test speaks of it: a race to be found, not a reason to refuse a change.
  retries: 1,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: "list",
  use: {
    // Transitions are drawn frame by frame, and clicks wait for their end.
    contextOptions: { reducedMotion: "reduce" },
    // A recording of every run would cost a tenth of the time; a test that fails is run again, and that is recorded.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
