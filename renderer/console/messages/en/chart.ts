import { counted } from "./words.ts";

export const chart = {
  noAttempts: "No attempts.",
  attempts: (delivered: number, failed: number) =>
    `${counted(delivered + failed, "attempt")}: ${delivered.toLocaleString("en")} delivered, ${failed.toLocaleString("en")} failed`,
  asTable: "Show as table",
  day: "Day",
};
