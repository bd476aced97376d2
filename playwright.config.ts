/** End-to-end tests in a real browser, each with its own appliance. test/desktop has its own configuration. */
import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/lib/test-programs.mjs";

const executablePath = findChromium();

export default defineConfig({
  testDir: "test/e2e",
  outputDir: "test-results/e2e",
  // On two cores, a third worker uses the time in which the others wait for frames, timers and events.
  workers: 3,
  fullyParallel: true,
  forbidOnly: process.env.CI !== undefined,
  grepInvert: /@nightly/,
  // A test that passes only on retry is reported as flaky: a race to find, but no reason to reject a change.
  retries: 1,
  // Limits for tests that hang: a busy machine takes twice the usual time.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: "list",
  use: {
    // Clicks would wait for the end of each transition.
    contextOptions: { reducedMotion: "reduce" },
    // Recording every run would cost 10 % of the time; the retry of a failed test is recorded.
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
