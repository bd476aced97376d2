/** `[words](address)` becomes a link with its last sign. Backspace right after it brings back what was typed. */
import { Extension, InputRule, type InputRuleMatch } from "@tiptap/core";
import { closeHistory } from "@tiptap/pm/history";
import { targetFromTyped } from "../../ui/lib/links.ts";

/** What Tiptap puts for a break or another piece that is no text. */
const LEAF = "%leaf%";

/** @param before the text up to and with the sign that is typed */
export function typedLink(before: string): InputRuleMatch | null {
  if (!before.endsWith(")")) return null;
  const found = /(?:^|[^!\\])(\[([^[\]]+)\]\(([^\s()]+)\))$/.exec(before);
  const [, text, words, address] = found ?? [];
  if (text === undefined || words === undefined || address === undefined || words.includes(LEAF)) return null;
  const href = targetFromTyped(address);
  return words.trim() === "" || href === null
    ? null
    : { index: before.length - text.length, text, data: { words, href } };
}

export const TypedLinks = Extension.create({
  name: "typedLinks",
  addInputRules: () => [
    new InputRule({
      find: typedLink,
      handler({ state, range: { from, to }, match }) {
        const { words, href } = match.data as { words: string; href: string };
        const link = state.schema.marks.link;
        if (link === undefined) return;
        // The words keep their own formatting: only the signs around them go.
        const tr = closeHistory(state.tr);
        tr.delete(from + 1 + words.length, to).delete(from, from + 1);
        tr.addMark(from, from + words.length, link.create({ href })).removeStoredMark(link);
      },
    }),
  ],
});
