/** Safe URLs and text. Every text and attribute of a document passes here. */

const LINK_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);
const MEDIA_SCHEMES: ReadonlySet<string> = new Set(["http", "https"]);

/** A safe link target, or null. Like a browser, ignores tabs, line breaks, and spaces at the ends. May be relative. */
export function safeHref(href: string): string | null {
  return safeAddress(href, LINK_SCHEMES);
}

/** For loaded files: http, https or relative. */
export function safeSource(src: string): string | null {
  return safeAddress(src, MEDIA_SCHEMES);
}

function safeAddress(address: string, schemes: ReadonlySet<string>): string | null {
  const target = address.replace(/[\t\n\r]/g, "").replace(/^[\0- ]+|[\0- ]+$/g, "");
  const beforePath = /^[^/?#]*/.exec(target)?.[0] ?? "";
  const colon = beforePath.indexOf(":");
  if (target === "" || (colon >= 0 && !schemes.has(beforePath.slice(0, colon).toLowerCase()))) return null;
  return target;
}

/** "" without one. The part before an `@` is not the host. */
export function hostOf(href: string): string {
  const authority = /^(?:https?:)?[/\\]{2}([^/\\?#]*)/i.exec(href)?.[1] ?? "";
  return authority.slice(authority.lastIndexOf("@") + 1).replace(/^www\./i, "");
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text. References to files in it are encoded too, because sites replace them as plain text (contract 2.6). */
export function escapeText(text: string): string {
  return escapeMarkup(text).replaceAll("dummy-", "&#100;ummy-");
}

function escapeMarkup(text: string): string {
  return withoutControls(text).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}

/** Removes characters that HTML forbids. */
export function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: HTML forbids these
  return text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
}

/** ` name="value"`, escaped; "" for an empty value. The name never comes from a document. */
export function attribute(name: string, value: string): string {
  return value === "" ? "" : ` ${name}="${escapeMarkup(value)}"`;
}
