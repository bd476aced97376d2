/**
 * A random id of 22 characters A-Z a-z 0-9 _ -, for saves and tabs. `crypto.randomUUID` is not there on a plain http
 * address of the local network, `getRandomValues` is.
 */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
