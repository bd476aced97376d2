import { expect, test } from "vitest";
import { addUp, closingLine, countPlaywright, countVitest, unsteadyLine } from "../../scripts/lib/test-counts.mjs";

const file = (name: string, status: string, ...tests: string[]) => ({
  name,
  status,
  assertionResults: tests.map((status) => ({ status, fullName: "one", failureMessages: ["no"] })),
});

test("both runners are added up, and a file that could not be loaded counts as failed", () => {
  const vitest = countVitest({
    numPassedTests: 5,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [file("a", "failed"), file("b", "failed", "failed"), file("c", "passed", "passed")],
  });
  const playwright = countPlaywright({ stats: { expected: 3, unexpected: 1, flaky: 0, skipped: 1 } });
  expect(closingLine(addUp([vitest, playwright]))).toBe("8 passed, 3 failed, 2 skipped");
  expect(vitest.unsteady).toBe(1);
});

test("without skipped tests the line does not speak of them", () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 0, unsteady: 0 })).toBe("12 passed, 0 failed");
});

test("a test that passed at the second try counts as passed, and is spoken of", () => {
  const counts = addUp([countPlaywright({ stats: { expected: 3, unexpected: 0, flaky: 1, skipped: 0 } })]);
  expect(closingLine(counts)).toBe("4 passed, 0 failed");
  expect(unsteadyLine(counts)).toContain("1 test failed at first");
  expect(unsteadyLine({ ...counts, unsteady: 0 })).toBe("");
});
