/** Names of snippets, and how they are told apart. */
import type { DocumentNode } from "../../../server/article/vms-json.ts";
import type { SnippetContent, SnippetView } from "../../../server/contracts/snippets-api.ts";

/** Characters of a name, as the appliance takes it. */
export const MAX_NAME = 100;
/** Characters of content that is shown before it is kept. */
const BEGINNING = 160;

const plain = (name: string): string => name.replace(/\s+/gu, " ").trim().normalize("NFKC").toLowerCase();

/** The snippet that has a name already, compared as the appliance does. */
export function namedLike(items: readonly SnippetView[], name: string): SnippetView | undefined {
  return items.find((each) => plain(each.name) === plain(name));
}

/** Those whose name or words contain what was typed. */
export function foundBy(items: readonly SnippetView[], query: string): readonly SnippetView[] {
  const wanted = plain(query);
  return wanted === "" ? items : items.filter(({ name, excerpt }) => plain(`${name} ${excerpt}`).includes(wanted));
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
