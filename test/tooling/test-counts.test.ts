import { expect, test } from "vitest";
import { countPlaywright, countVitest, flakyInVitest, sumCounts, summaryLine } from "../../scripts/lib/test-counts.mjs";

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((status) => ({ status, fullName: "one", failureMessages: ["no"] })),
});

test("adds up both runners, and counts a file that cannot be loaded as failed", () => {
  const vitest = countVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [file("a", "failed"), file("b", "failed", "failed"), file("c", "passed", "passed")],
  });
  const playwright = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 1 } });
  expect(summaryLine(sumCounts([vitest, playwright]))).toBe("8 passed, 3 failed, 2 skipped, 1 flaky");
  expect(vitest.flaky).toBe(1);
  expect(flakyInVitest({ testResults: [file("c", "passed", "passed")] })).toEqual(["c: one\nno"]);
});

test("counts a flaky test as passed and mentions it, but no skipped tests if there are none", () => {
  const counts = sumCounts([countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } })]);
  expect(summaryLine(counts)).toBe("4 passed, 0 failed, 1 flaky");
});
