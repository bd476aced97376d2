/** Opening a session, beside a bare Express route and, where it is installed, a FastAPI route. */
import { compareWorks } from "../beside-floor.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  name: "opens",
  title: "Opening a session: 1, 16 and 64 connections",
  limitMs: 500_000,
  run: (workshop) =>
    compareWorks(workshop, {
      works: ["first opens", "opens that change", "opens as before"],
      express: new Map([
        [1, 1],
        [16, 2],
        [64, 2.5],
      ]),
      fastApi: new Map([[64, 5]]),
    }),
};
