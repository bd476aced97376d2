/** The runners' JSON reports, as numbers. */

/**
 * @typedef {object} Counts
 * @property {number} passed unsteady ones too
 * @property {number} failed
 * @property {number} skipped
 * @property {number} unsteady failed at first, passed at the second try
 */

/** @type {Counts} of a suite that left no report */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, unsteady: 0 };

/** @param {Counts[]} all @returns {Counts} */
export function addUp(all) {
  const sum = (/** @type {keyof Counts} */ key) => all.reduce((total, counts) => total + counts[key], 0);
  return { passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped"), unsteady: sum("unsteady") };
}

/** What to say of tests that needed a second try, "" where none did. @param {Counts} counts */
export function unsteadyLine({ unsteady }) {
  if (unsteady === 0) return "";
  const [tests, each] = unsteady === 1 ? ["1 test", "it hides"] : [`${unsteady} tests`, "each hides"];
  return `${tests} failed at first and passed at the second try ("flaky" above): ${each} a race, in Galley or in the test.`;
}

/** @param {Counts} counts */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
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
    unsteady: unsteadyInVitest(report).length,
  };
}

/** Names of the tests that passed at the second try. @param {{ testResults: Omit<TestFile, "status">[] }} report */
export function unsteadyInVitest({ testResults }) {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
      .map(({ fullName }) => `${name}: ${fullName}`),
  );
}

/**
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 * @returns {Counts}
 */
export function countPlaywright({ stats }) {
  const { expected, unexpected, flaky, skipped } = stats;
  return { passed: expected + flaky, failed: unexpected, skipped, unsteady: flaky };
}
