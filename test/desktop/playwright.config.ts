/** `npx playwright test -c test/desktop`: the built desktop app, driven from outside. Needs `npm run build` before. */
import { defineConfig } from "@playwright/test";
import { desktopRuntime } from "./support/runtime.ts";

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
  // Rare cases, which say most on the runtime itself; on the stand-in, the nightly run takes them.
  grepInvert: desktopRuntime().isStandIn ? /@nightly/ : [],
  reporter: "list",
});
