/** Tests of the appliance and of the pages' logic. Playwright runs test/e2e and test/desktop. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "test/{server,main,docs,tooling}/**/*.test.ts",
      "test/renderer/**/*.test.{ts,tsx}",
      "test/nightly/fault/**/*.test.ts",
      "test/nightly/fuzz/**/*.test.ts",
    ],
    globalSetup: "test/support/temporary-root.ts",
    // Vitest must not transform the bundle (see test/support/server.ts).
    server: { deps: { external: [/\/dist\/main\//] } },
    pool: "forks",
    // Test files leave nothing behind, and a process per file would add a quarter of the time.
    isolate: false,
    // On two cores, a third process uses the time in which the others wait.
    maxWorkers: 3,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A test that passes only on retry is reported as flaky, as in Playwright.
    retry: 1,
    restoreMocks: true,
    expect: { requireAssertions: true },
  },
});
