import { element } from "../../ui/lib/dom.ts";
import { unwrapped } from "../../ui/lib/links.ts";

export const PLAIN = {
  strong: false,
  em: false,
  s: false,
  sup: false,
  sub: false,
  code: false,
  href: null as string | null,
};

export type Formatting = typeof PLAIN;

const BY_TAG: Readonly<Record<string, Partial<Formatting>>> = {
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

export function formattingInside(outside: Formatting, tag: string, source: Element, style: InlineStyle): Formatting {
  return { ...outside, ...BY_TAG[tag], ...(tag === "a" && linkOf(source)), ...formattingOfStyle(style) };
}

function formattingOfStyle(style: InlineStyle): Partial<Formatting> {
  if (style.size === 0) return {};
  const formatting: Partial<Formatting> = {};
  const weight = style.get("font-weight");
  if (weight !== undefined) formatting.strong = /^(bold|bolder|[6-9]\d\d)$/.test(weight);
  const slant = style.get("font-style");
  if (slant !== undefined) formatting.em = /^(italic|oblique)/.test(slant);
  const line = `${style.get("text-decoration") ?? ""} ${style.get("text-decoration-line") ?? ""}`;
  if (line.includes("line-through")) formatting.s = true;
  const height = style.get("vertical-align");
  if (height === "super") Object.assign(formatting, { sup: true, sub: false });
  if (height === "sub") Object.assign(formatting, { sub: true, sup: false });
  return formatting;
}

/** Drops links within the source page; footnote numbers become superscript. */
function linkOf(element: Element): Partial<Formatting> {
  const href = element.getAttribute("href")?.trim() ?? "";
  if (/^#(_ftn|_edn|sdfootnote|sdendnote)/i.test(href)) return { sup: true, sub: false, href: null };
  return { href: href === "" || href.startsWith("#") ? null : unwrapped(href) };
}

export function formatted(text: string, formatting: Formatting): Node | string {
  let dom: Node | string = text;
  for (const tag of ["code", "sub", "sup", "s", "em", "strong"] as const)
    if (formatting[tag]) dom = element(tag, {}, dom);
  return formatting.href === null ? dom : element("a", { href: formatting.href }, dom);
}

/** Declarations of a style attribute, parsed from text because browsers drop Word's own properties. */
export type InlineStyle = ReadonlyMap<string, string>;

const NONE: InlineStyle = new Map();

const MAX_STYLE = 4_000;

export function inlineStyle(element: Element): InlineStyle {
  const text = element.getAttribute("style");
  if (text === null) return NONE;
  const style = new Map<string, string>();
  for (const declaration of text.slice(0, MAX_STYLE).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon > 0) style.set(declaration.slice(0, colon).trim().toLowerCase(), declaration.slice(colon + 1).trim());
  }
  return style;
}

export function isHidden(element: Element, style: InlineStyle): boolean {
  if (element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  if (style.get("display") === "none" || style.get("mso-hide") === "all") return true;
  if (/^(hidden|collapse)$/.test(style.get("visibility") ?? "")) return true;
  // Text for screen readers repeats visible text.
  return style.get("width") === "1px" && style.get("height") === "1px";
}
