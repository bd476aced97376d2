/** Link targets (http, https, mailto, tel, or relative to the site), and the URLs inside those of redirect services. */
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

/** Redirect services that count clicks: the parameters that contain the URL, by host and path. */
const WRAPPERS: readonly { host: RegExp; path: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/, path: /^\/url$/, parameters: ["q", "url"] },
  { host: /^(?:l|lm)\.(?:facebook|instagram)\.com$/, path: /^\/(?:l\.php)?$/, parameters: ["u"] },
  { host: /^(?:www\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ["q"] },
  { host: /^(?:www\.|m\.)?vk\.(?:com|ru)$/, path: /^\/away\.php$/, parameters: ["to"] },
  { host: /\.safelinks\.protection\.outlook\.com$/, path: /^\/$/, parameters: ["url"] },
];

const MAX_LAYERS = 3;
const MAX_URL_LENGTH = 4_000;

export function unwrapped(url: string): string {
  let current = url;
  for (let layer = 0; layer < MAX_LAYERS; layer++) {
    const inside = insideOf(current);
    if (inside === null) break;
    current = inside;
  }
  return current;
}

function insideOf(text: string): string | null {
  if (text.length > MAX_URL_LENGTH || !/^https?:/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const wrapper = WRAPPERS.find(({ host, path }) => host.test(url.hostname) && path.test(url.pathname));
  for (const name of wrapper?.parameters ?? []) {
    const inside = url.searchParams.get(name);
    if (inside !== null && /^https?:\/\/\S+$/i.test(inside) && URL.canParse(inside)) return inside;
  }
  return null;
}

/** The unwrapped URL of a text that is only a URL; else null. */
export function loneUrl(text: string): string | null {
  const url = text.trim();
  const isUrl = url.length <= MAX_URL_LENGTH && /^https?:\/\/[^\s/]\S*$/i.test(url) && URL.canParse(url);
  return isUrl ? unwrapped(url) : null;
}
