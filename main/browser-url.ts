/** Maximum length of a URL passed to another program, in UTF-16 units. */
const MAX_LENGTH = 8_000;

/**
 * Returns the URL for the browser, or null if it is not allowed. Only http(s), since other schemes start programs; no
 * credentials, since they can imitate a host name.
 */
export function browserUrl(link: string): string | null {
  const url = link.length > MAX_LENGTH ? null : URL.parse(link);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
