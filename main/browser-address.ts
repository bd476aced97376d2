/** Longest address handed to another program, in UTF-16 units. */
const MAX_LENGTH = 8_000;

/**
 * A link for the browser: only http(s), since other schemes start programs, and no credentials, which look like a host name.
 * Null for others.
 */
export function browserAddress(link: string): string | null {
  const url = link.length > MAX_LENGTH ? null : URL.parse(link);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
