/** Link targets (http, https, mailto, tel, or relative to the site), and the URLs inside those of redirect services. */
import { safeHref } from "../../../../server/article/render/safe.ts";

/** Whether the published page keeps this link target. */
export function isAllowedTarget(href: unknown): boolean {
  return typeof href === "string" && safeHref(href) !== null;
}

/** The link target of typed text; null if invalid. Adds https to `example.org/x` and mailto to `anna@example.org`. */
export function targetFromTyped(typed: string): string | null {
  const text = typed.trim();
  if (/^[^\s/:?#@]+@[^\s/:?#@]+\.[a-z]{2,}$/i.test(text)) return `mailto:${text}`;
  if (/\s/.test(text)) return null;
  if (/^([\p{L}\p{N}-]+\.)+\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)) return `https://${text}`;
  // Neither only a scheme nor a single word.
  return isAllowedTarget(text) && !/^(?:https?:\/*|mailto:|tel:|[^/?#.:]*)$/i.test(text) ? text : null;
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
