/** Which link targets an article may hold: http, https, mailto, tel, or an address relative to the site. */
import { safeHref } from "../../../server/article/render/safe.ts";

/** Whether the site's page will carry this target: the rendering drops any other. */
export function isAllowedTarget(href: string): boolean {
  return safeHref(href) !== null;
}

/**
 * What a person typed into the link field, as a target: `example.org/x` gets https, `anna@example.org` gets mailto,
 * everything else stays as typed.
 * @returns null where it is no allowed target
 */
export function targetFromTyped(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s/:?#@]+@[^\s/:?#@]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  if (/^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return `https://${text}`;
  return /\s/.test(text) || !isAllowedTarget(text) ? null : text;
}
