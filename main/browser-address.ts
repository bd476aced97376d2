/** Longest address handed to another program, in UTF-16 units. */
const MAX_LENGTH = 8_000;

/**
 * A link in the form in which it may go to the person's browser, null where it may not: only http(s), for any other
 * scheme starts any program that claims it, and no credentials, which pass for a host name in an address bar.
 */
export function browserAddress(link: string): string | null {
  const url = link.length > MAX_LENGTH ? null : URL.parse(link);
  if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return null;
  return url.username === "" && url.password === "" ? url.href : null;
}
