/** Opening a session, beside a bare Express route. */
import { compareWorks } from "../beside-floor.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  name: "opens",
  title: "Opening a session: 1, 16 and 64 connections",
  limitMs: 400_000,
  run: (workshop) => compareWorks(workshop, ["first opens", "opens that change", "opens as before"]),
};
