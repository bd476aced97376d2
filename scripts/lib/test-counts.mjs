/** Counts of the test runners' JSON reports. */

/**
 * @typedef {object} Counts
 * @property {number} passed including flaky tests
 * @property {number} failed
 * @property {number} skipped
 * @property {number} flaky failed first and passed on the retry
 */

/** @type {Counts} counts of a suite without a report */
export const NO_COUNTS = { passed: 0, failed: 0, skipped: 0, flaky: 0 };

/** @param {Counts[]} all @returns {Counts} */
export function sumCounts(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), flaky: sum("flaky") };
}

/** @param {Counts} counts */
export function summaryLine({ passed, failed, skipped, flaky }) {
  const rest = Object.entries({ skipped, flaky }).filter(([, count]) => count > 0);
  return [`${passed} passed`, `${failed} failed`, ...rest.map(([name, count]) => `${count} ${name}`)].join(", ");
}

/** @typedef {{ name: string, status: string,
 *    assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }} TestFile */

/**
 * A file that could not be loaded counts as one failed test.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   testResults: TestFile[] }} report
 * @returns {Counts}
 */
export function countVitest(report) {
  const broken = report.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: flakyInVitest(report).length,
  };
}

/** Names of the tests that passed on the retry, with their first errors. @param {{ testResults: Omit<TestFile, "status">[] }} report */
export function flakyInVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${name}: ${fullName}\n${failureMessages[0]}`),
  );
}

/** @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report @returns {Counts} */
export function countPlaywright({ stats }) {
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, flaky };
}
