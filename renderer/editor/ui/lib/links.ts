/** Allowed link targets: http, https, mailto, tel, or relative to the site. */
import { safeHref } from "../../../../server/article/render/safe.ts";

/** Whether the published page keeps this link target. */
export function isAllowedTarget(href: string): boolean {
  return safeHref(href) !== null;
}

/** Why typed text is not a link target: empty, a space, a forbidden scheme or a single word. */
export type LinkProblem = "empty" | "space" | "scheme" | "word";

/** Reads typed text as a link target. Adds https to `example.org/x` and mailto to `anna@example.org`. */
export function readTarget(typed: string): { href: string } | { problem: LinkProblem } {
  const text = typed.trim();
  if (text === "") return { problem: "empty" };
  if (/^[^\s/:?#@]+@[^\s/:?#@]+\.[a-z]{2,}$/i.test(text)) return { href: `mailto:${text}` };
  if (/\s/.test(text)) return { problem: "space" };
  if (/^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return { href: `https://${text}` };
  if (!isAllowedTarget(text)) return { problem: "scheme" };
  // Only a scheme or a single word.
  if (/^(?:https?:\/*|mailto:|tel:|[^/?#.:]+)$/i.test(text)) return { problem: "word" };
  return { href: text };
}

/** The link target of typed text; null if invalid. */
export function targetFromTyped(typed: string): string | null {
  const read = readTarget(typed);
  return "href" in read ? read.href : null;
}

/** Why typed text is not a link target; null if it is valid or empty. */
export function problemOf(typed: string): LinkProblem | null {
  const read = readTarget(typed);
  return "href" in read || read.problem === "empty" ? null : read.problem;
}
