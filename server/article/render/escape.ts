/** Text as HTML may hold it. Every text and attribute of a document passes here before it stands in `vms_html`. */

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element's content or a quoted attribute; characters that HTML does not allow are left out. */
export function escapeText(text: string): string {
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
  return value === "" ? "" : ` ${name}="${escapeText(value)}"`;
}
