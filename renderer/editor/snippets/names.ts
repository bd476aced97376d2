/** Names of snippets, and how they are told apart. */
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import {
  type SnippetContent,
  type SnippetView,
  snippetKey,
  snippetName,
} from "../../../server/contracts/snippets-api.ts";

/** Characters of content that is shown before it is kept. */
const BEGINNING = 160;

const keyOf = (typed: string): string => snippetKey(snippetName(typed));

/** The snippet that has a typed name already. */
export function namedLike(items: readonly SnippetView[], name: string): SnippetView | undefined {
  return items.find((each) => keyOf(each.name) === keyOf(name));
}

/** Those whose name or words contain what was typed. */
export function foundBy(items: readonly SnippetView[], query: string): readonly SnippetView[] {
  const wanted = keyOf(query);
  return wanted === "" ? items : items.filter(({ name, excerpt }) => keyOf(`${name} ${excerpt}`).includes(wanted));
}

/** The first words of a content, "" where it has none. */
export function beginningOf({ doc }: SnippetContent): string {
  const words: string[] = [];
  const read = ({ text, content = [] }: DocumentNode): void => {
    if (text !== undefined) words.push(text);
    for (const each of content) read(each);
    if (text === undefined) words.push(" ");
  };
  read(doc);
  const all = words.join("").replace(/\s+/gu, " ").trim();
  return all.length <= BEGINNING ? all : `${all.slice(0, BEGINNING).toWellFormed()}…`;
}
