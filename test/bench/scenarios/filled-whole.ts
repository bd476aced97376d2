import { compareFilled } from "../filled/compare.ts";
import type { Scenario } from "../scenario.ts";

const SESSIONS = 100_000;

export const scenario: Scenario = {
  name: "filled-whole",
  title: `Filled tables: ${SESSIONS.toLocaleString("en")} sessions with ten versions each, against 1,000`,
  limitMs: 600_000,
  full: true,
  run: (workshop) => compareFilled(workshop, SESSIONS),
};
