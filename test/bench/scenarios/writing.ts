/** Drafts of 20 kB and saves of 1,000 words, compared with a bare Express route that stores the same. */
import { compareWorks } from "../compare-rates.ts";
import type { Scenario } from "../scenario.ts";

export const scenario: Scenario = {
  name: "writing",
  title: "Drafts of 20 kB and saves of 1,000 words: 1, 16 and 64 connections",
  limitMs: 300_000,
  run: (workshop) =>
    compareWorks(workshop, {
      works: ["drafts", "saves"],
      express: new Map([
        [1, 1],
        [16, 2],
        [64, 3],
      ]),
      fastApi: null,
    }),
};
