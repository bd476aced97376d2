import { expect, it } from "vitest";
import { htmlOfMarkdown } from "../../../renderer/editor/article/paste/markdown.ts";
import { isMarkdown } from "../../../renderer/editor/article/paste/paste-offers.ts";
import { cpuSecondsOf } from "../../support/proc.ts";

it("converts the slowest Markdown paste of maximum size in 10 s of CPU", () => {
  const line = `${"_a_".repeat(1_600)}\n\n`;
  const text = `# h\n\n${line.repeat(30)}`.slice(0, 99_000);
  expect(isMarkdown(text)).toBe(true);
  expect(cpuSecondsOf(() => htmlOfMarkdown(text))).toBeLessThan(10);
});
