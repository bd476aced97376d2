/** How pasted words look, as far as an article can have it. */
import type { InlineStyle } from "./inline-style.ts";

export interface Look {
  strong: boolean;
  em: boolean;
  s: boolean;
  sup: boolean;
  sub: boolean;
  code: boolean;
  /** Target of a link; null outside one. */
  href: string | null;
}

export const PLAIN: Look = { strong: false, em: false, s: false, sup: false, sub: false, code: false, href: null };

const BY_TAG: Readonly<Record<string, Partial<Look>>> = {
  b: { strong: true },
  strong: { strong: true },
  i: { em: true },
  em: { em: true },
  cite: { em: true },
  s: { s: true },
  strike: { s: true },
  del: { s: true },
  sup: { sup: true, sub: false },
  sub: { sub: true, sup: false },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};

/** The look of what is inside an element. */
export function lookInside(look: Look, tag: string, element: Element, style: InlineStyle): Look {
  return { ...look, ...BY_TAG[tag], ...(tag === "a" ? linkOf(element) : {}), ...lookOfStyle(style) };
}

function lookOfStyle(style: InlineStyle): Partial<Look> {
  if (style.size === 0) return {};
  const look: Partial<Look> = {};
  const weight = style.get("font-weight");
  if (weight !== undefined) look.strong = /^(bold|bolder|[6-9]\d\d)$/.test(weight);
  const slant = style.get("font-style");
  if (slant !== undefined) look.em = /^(italic|oblique)/.test(slant);
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  if (line.includes("line-through")) look.s = true;
  const height = style.get("vertical-align");
  if (height === "super") Object.assign(look, { sup: true, sub: false });
  if (height === "sub") Object.assign(look, { sub: true, sup: false });
  return look;
}

/** A place inside the other page is none here, and a footnote's number is raised. */
function linkOf(element: Element): Partial<Look> {
  const href = element.getAttribute("href")?.trim() ?? "";
  if (/^#(_ftn|_edn|sdfootnote|sdendnote)/i.test(href)) return { sup: true, sub: false, href: null };
  return { href: href === "" || href.startsWith("#") ? null : href };
}

/** Wraps words in the elements of their look, the link outermost. */
export function dressed(page: Document, text: Node, look: Look): Node {
  let dom = text;
  for (const tag of ["code", "sub", "sup", "s", "em", "strong"] as const) {
    if (!look[tag]) continue;
    const element = page.createElement(tag);
    element.append(dom);
    dom = element;
  }
  if (look.href === null) return dom;
  const link = page.createElement("a");
  link.setAttribute("href", look.href);
  link.append(dom);
  return link;
}
