/** Opening a session, compared with a bare Express route and, if installed, a FastAPI route. */
import { compareWorks } from "../compare-rates.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  name: "opens",
  title: "Opening a session: 1, 16 and 64 connections",
  limitMs: 500_000,
  run: (workshop) =>
    compareWorks(workshop, {
      works: ["first opens", "opens that change", "opens without a change"],
      express: new Map([
        [1, 1],
        [16, 2],
        [64, 2.5],
      ]),
      fastApi: new Map([[64, 5]]),
    }),
};
