/** Determines whose turn it is in a thread. */
import type { CommentThread } from "../../../server/contracts/comments-api.ts";

/** @anna, @anna@example.org, @Anna.Petrova */
const MENTION = /(?<![\p{L}\p{N}@._-])@([\p{L}\p{N}][\p{L}\p{N}_+-]*(?:[.@][\p{L}\p{N}_+-]+)*)/gu;

const folded = (name: string) => name.trim().toLocaleLowerCase();

/** A name without the host of its e-mail address. */
export function shortName(author: string): string {
  return author.includes(" ") ? author : author.replace(/@.*$/, "") || author;
}

/** Whether a mention names an author by the full name, its first word or the part before the @. */
function isMentioned(author: string, mention: string): boolean {
  const name = folded(author);
  return [name, shortName(name), name.split(" ")[0]].includes(folded(mention));
}

const authorsOf = (thread: CommentThread): string[] => [...new Set(thread.comments.map(({ author }) => author))];

/** The people whose turn it is: those mentioned last, else the author of the answered comment; [] for anyone. */
export function awaited(thread: CommentThread): string[] {
  const last = thread.comments.at(-1);
  if (last === undefined || thread.resolved_at !== null) return [];
  const authors = authorsOf(thread);
  const mentions = [...last.text.matchAll(MENTION)].map(([, name = ""]) => name);
  const named = mentions.map((typed) => authors.find((author) => isMentioned(author, typed)) ?? typed);
  if (named.length > 0) return [...new Set(named)];
  const [first] = authors;
  if (first !== undefined && first !== last.author) return [first];
  const other = thread.comments.findLast(({ author }) => author !== last.author)?.author;
  return other === undefined ? [] : [other];
}

export function waitsFor(thread: CommentThread, author: string): boolean {
  return author.trim() !== "" && awaited(thread).some((name) => isMentioned(author, name));
}

/** Whether an author has written in a thread or it is the author's turn. */
export function concerns(thread: CommentThread, author: string): boolean {
  if (author.trim() === "") return false;
  return authorsOf(thread).some((name) => folded(name) === folded(author)) || waitsFor(thread, author);
}
