/** Which link targets an article may hold: http, https, mailto, tel, or an address relative to the site. */
import { safeHref } from "../../../../server/article/render/safe.ts";

/** Whether the site's page will carry this target: the rendering drops any other. */
export function isAllowedTarget(href: string): boolean {
  return safeHref(href) !== null;
}

/**
 * Why what somebody typed is no target: nothing there, a space in it, a scheme that is not allowed, a word that is no
 * address.
 */
export type LinkProblem = "empty" | "space" | "scheme" | "word";

/**
 * What a person typed into the link field, as a target: `example.org/x` gets https, `anna@example.org` gets mailto,
 * everything else stays as typed.
 */
export function readTarget(typed: string): { href: string } | { problem: LinkProblem } {
  const text = typed.trim();
  if (text === "") return { problem: "empty" };
  if (/^[^\s/:?#@]+@[^\s/:?#@]+\.[a-z]{2,}$/i.test(text)) return { href: `mailto:${text}` };
  if (/\s/.test(text)) return { problem: "space" };
  if (/^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return { href: `https://${text}` };
  if (!isAllowedTarget(text)) return { problem: "scheme" };
  // A scheme and nothing after it, or a lone word: neither leads anywhere that somebody meant.
  if (/^(?:https?:\/*|mailto:|tel:|[^/?#.:]+)$/i.test(text)) return { problem: "word" };
  return { href: text };
}

/** The same where only the target counts. @returns null where it is no allowed target */
export function targetFromTyped(typed: string): string | null {
  const read = readTarget(typed);
  return "href" in read ? read.href : null;
}

/** Why what was typed is no target; null where it is one, or where nothing was typed. */
export function problemOf(typed: string): LinkProblem | null {
  const read = readTarget(typed);
  return "href" in read || read.problem === "empty" ? null : read.problem;
}
