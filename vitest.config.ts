/** The tests of the appliance and of the pages' own logic; test/e2e and test/desktop run under Playwright. */
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
    // The bundle runs as it is (see test/support/server.ts).
    server: { deps: { external: [/\/dist\/main\//] } },
    pool: "forks",
    // A process takes file after file: no file leaves anything behind that another would meet, and a process for each
    // would cost a quarter of the time.
    isolate: false,
    // Of two cores, a third process uses what the others leave while they wait for a child or a site.
    maxWorkers: 3,
    testTimeout: 40_000,
    hookTimeout: 30_000,
    // As in Playwright: a test that needs it is listed as flaky by npm test, a race to be found.
    retry: 1,
    restoreMocks: true,
    expect: { requireAssertions: true },
  },
});
