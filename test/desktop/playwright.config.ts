/** `npx playwright test -c test/desktop`: drives the built desktop app. Run `npm run build` first. */
import { defineConfig } from "@playwright/test";
import base from "../../playwright.config.ts";
import { desktopRuntime } from "./support/runtime.ts";

export default defineConfig({
  ...base,
  testDir: ".",
  testMatch: "*.spec.ts",
  globalSetup: "./support/runtime.ts",
  outputDir: "../../test-results/desktop",
  // Rare cases matter most on the real runtime; on the stand-in, the nightly run takes them.
  grepInvert: desktopRuntime().isStandIn ? /@nightly/ : [],
  use: {},
});
