import { compareFilled } from "../filled/compare.ts";
import type { Scenario } from "../scenario.ts";

const SESSIONS = 10_000;

export const scenario: Scenario = {
  name: "filled",
  title: `Filled tables: ${SESSIONS.toLocaleString("en")} sessions with ten versions each, against 1,000`,
  limitMs: 120_000,
  run: (workshop) => compareFilled(workshop, SESSIONS),
};
