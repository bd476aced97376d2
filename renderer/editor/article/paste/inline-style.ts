/** What an element's style attribute says. Read as text: Word's own properties are none that a browser keeps. */
export type InlineStyle = ReadonlyMap<string, string>;

const NONE: InlineStyle = new Map();

/** Characters of a style attribute that are read. */
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

/** Whether nobody could see it where it was copied. */
export function isHidden(element: Element, style: InlineStyle): boolean {
  if (element.hasAttribute("hidden") || element.getAttribute("aria-hidden") === "true") return true;
  if (style.get("display") === "none" || style.get("mso-hide") === "all") return true;
  if (/^(hidden|collapse)$/.test(style.get("visibility") ?? "")) return true;
  // Words for screen readers, which stand elsewhere or say what the eye sees.
  return style.get("width") === "1px" && style.get("height") === "1px";
}
