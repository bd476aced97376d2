/** Who is waiting for whom: whoever is named with @ in the last words, else whoever those words answer. */
import type { CommentThread } from "../../../server/contracts/comments-api.ts";

/** @anna, @anna@example.org, @Anna.Petrova */
const NAMED = /(?<![\p{L}\p{N}@._-])@([\p{L}\p{N}][\p{L}\p{N}_+-]*(?:[.@][\p{L}\p{N}_+-]+)*)/gu;

const folded = (name: string) => name.trim().toLocaleLowerCase();

/** What somebody is called in a line: of an address what stands before the @. */
export function shortName(author: string): string {
  return author.includes(" ") ? author : author.replace(/@.*$/, "") || author;
}

/** Whether somebody is meant by a name that was typed after @: the whole name, its first word, or what stands before the @. */
function isMeant(author: string, typed: string): boolean {
  const name = folded(author);
  return [name, shortName(name), name.split(" ")[0]].includes(folded(typed));
}

/** Everybody who wrote in it, each once, in the order of their first words. */
const authorsOf = (thread: CommentThread): string[] => [...new Set(thread.comments.map(({ author }) => author))];

/** Names that a text calls with @, as typed. */
const namedIn = (text: string): string[] => [...text.matchAll(NAMED)].map(([, name = ""]) => name);

/**
 * Whose turn it is: names as their owners write them where they took part, else as they were typed.
 * @returns nobody where a first comment names nobody: then it waits for anybody
 */
export function awaited(thread: CommentThread): string[] {
  const last = thread.comments.at(-1);
  if (last === undefined || thread.resolved_at !== null) return [];
  const authors = authorsOf(thread);
  const named = namedIn(last.text).map((typed) => authors.find((author) => isMeant(author, typed)) ?? typed);
  if (named.length > 0) return [...new Set(named)];
  const [first] = authors;
  if (first !== undefined && first !== last.author) return [first];
  const other = thread.comments.findLast(({ author }) => author !== last.author)?.author;
  return other === undefined ? [] : [other];
}

/** Whether it waits for somebody, or somebody has taken part in it. */
export function concerns(thread: CommentThread, author: string): boolean {
  if (author.trim() === "") return false;
  const isThem = (name: string) => isMeant(author, name);
  return authorsOf(thread).some((name) => folded(name) === folded(author)) || awaited(thread).some(isThem);
}

/** Whether it is this one's turn. */
export function waitsFor(thread: CommentThread, author: string): boolean {
  return author.trim() !== "" && awaited(thread).some((name) => isMeant(author, name));
}
