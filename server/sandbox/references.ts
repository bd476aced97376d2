/**
 * `dummy-<file_name>` references and the public URLs that take their place (contract 2.4, 4.5 step 4).
 */

/** File names this site takes: nothing in them that a URL, an HTML attribute or a JSON string would have to escape. */
const FILE_NAME = "[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?";
const WHOLE_NAME = new RegExp(`^${FILE_NAME}$`);
const REFERENCE = new RegExp(`dummy-(${FILE_NAME})`, "g");

export function isSafeFileName(name: string): boolean {
  return WHOLE_NAME.test(name);
}

/**
 * Replaces every reference to one of `urls` (file name → public URL) in HTML, CSS or JSON text. A reference is read as
 * far as it goes, so that `dummy-cat.jpg` never eats the beginning of `dummy-cat.jpg.webp`; whoever replaces name by
 * name has to begin with the longest one to get this right. References to other names stay as they are.
 */
export function replaceReferences(text: string, urls: ReadonlyMap<string, string>): string {
  return text.replaceAll(REFERENCE, (reference, name: string) => urls.get(name) ?? reference);
}

/**
 * What was stored while this site had another address, for today's address: whoever starts the sample site on another
 * port still sees the pictures. A CMS that moves does the same once in its database.
 */
export function atPresentAddress(text: string, storedUnder: string, siteUrl: string): string {
  return storedUnder === siteUrl ? text : text.replaceAll(`${storedUnder}/`, `${siteUrl}/`);
}
