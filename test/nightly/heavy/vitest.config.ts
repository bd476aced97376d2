/** Tests that take minutes. Only `npm run test:nightly` runs them. */
import path from "node:path";
import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vitest.config.ts";

const merged = mergeConfig(base, defineConfig({ test: { testTimeout: 600_000, hookTimeout: 120_000 } }));

export default defineConfig({
  ...merged,
  root: path.resolve(import.meta.dirname, "../../.."),
  test: { ...merged.test, include: ["test/nightly/heavy/**/*.test.ts"], passWithNoTests: true },
});
