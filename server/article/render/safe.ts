/**
 * URLs and text that are safe on a page. Every text and attribute of a document passes here before it is put into
 * `vms_html`.
 */

const LINK_SCHEMES: ReadonlySet<string> = new Set(["http", "https", "mailto", "tel"]);
const MEDIA_SCHEMES: ReadonlySet<string> = new Set(["http", "https"]);

/**
 * A link target that is safe on a page, or null. Read as a browser reads it: tabs and line breaks do not count,
 * nor do spaces and control characters at its ends; what has no scheme is relative.
 */
export function safeHref(href: string): string | null {
  return safeAddress(href, LINK_SCHEMES);
}

/** The same for what a page loads: http, https or relative. */
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

/** The host that a link leads to, "" where it names none. The part before an `@` is no host, whatever it looks like. */
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

/**
 * Words for an element's content or a quoted attribute. What looks like a reference to a file in them is written otherwise,
 * because sites replace references as plain text (contract 2.6).
 */
export function escapeText(text: string): string {
  return escapeMarkup(text).replaceAll("dummy-", "&#100;ummy-");
}

/** Characters that HTML does not allow are left out. */
function escapeMarkup(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these have no place in HTML
      .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "")
      .replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "")
  );
}

/** ` name="value"`, escaped; nothing where the value is empty. The name is one of ours, never a document's. */
export function attribute(name: string, value: string): string {
  return value === "" ? "" : ` ${name}="${escapeMarkup(value)}"`;
}
