/** Allowed link targets: http, https, mailto, tel, or relative to the site. */
import { safeHref } from "../../../../server/article/render/safe.ts";

/** Whether the site's page will carry this target: the rendering drops any other. */
export function isAllowedTarget(href: string): boolean {
  return safeHref(href) !== null;
}

/** Why typed text is no target: nothing, a space, a forbidden scheme, or a lone word. */
export type LinkProblem = "empty" | "space" | "scheme" | "word";

/** Typed text as a target: `example.org/x` gets https, `anna@example.org` gets mailto, other text stays. */
export function readTarget(typed: string): { href: string } | { problem: LinkProblem } {
  const text = typed.trim();
  if (text === "") return { problem: "empty" };
  if (/^[^\s/:?#@]+@[^\s/:?#@]+\.[a-z]{2,}$/i.test(text)) return { href: `mailto:${text}` };
  if (/\s/.test(text)) return { problem: "space" };
  if (/^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return { href: `https://${text}` };
  if (!isAllowedTarget(text)) return { problem: "scheme" };
  // A scheme alone, or a lone word.
  if (/^(?:https?:\/*|mailto:|tel:|[^/?#.:]+)$/i.test(text)) return { problem: "word" };
  return { href: text };
}

/** The target of typed text; null where it is none. */
export function targetFromTyped(typed: string): string | null {
  const read = readTarget(typed);
  return "href" in read ? read.href : null;
}

/** Why typed text is no target; null where it is one, or empty. */
export function problemOf(typed: string): LinkProblem | null {
  const read = readTarget(typed);
  return "href" in read || read.problem === "empty" ? null : read.problem;
}
