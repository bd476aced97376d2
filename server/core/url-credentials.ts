/**
 * Credentials in an address (`https://name:password@host/`). No site gets any from there: they would become an
 * Authorization header that contract 5.3 does not know, and stand on every screen that shows the address.
 */

export function hasCredentials(url: URL): boolean {
  return url.username !== "" || url.password !== "";
}

/** The same address without them. */
export function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = "";
  bare.password = "";
  return bare;
}

/** For screens and logs: dots in their place; any other text as it is. */
export function maskCredentials(text: string): string {
  const url = URL.parse(text);
  return url === null || !hasCredentials(url) ? text : text.replace(/^([^/\\]*[/\\]+)[^/\\?#]*@/, "$1•••@");
}
