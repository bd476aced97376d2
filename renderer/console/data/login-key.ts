/** The page's half of the login (server/logins): cookies are shared by all ports of a host, local storage is not. */
const NAME = "galley:key";

/** Fallback without local storage, until the next reload. */
let keyInMemory: string | null = null;

export function readKey(): string | null {
  try {
    return window.localStorage.getItem(NAME) ?? keyInMemory;
  } catch {
    return keyInMemory;
  }
}

export function storeKey(key: string): void {
  keyInMemory = key;
  try {
    window.localStorage.setItem(NAME, key);
  } catch {}
}

/** Takes the key of a login link out of the URL. @returns whether the link was already used */
export function takeKeyFromUrl(): boolean {
  const { pathname, search, hash } = window.location;
  const key = new URLSearchParams(hash.slice(1)).get("key");
  const query = new URLSearchParams(search);
  const wasUsed = query.get("link") === "used";
  if (key === null && !wasUsed) return false;
  if (key !== null) storeKey(key);
  query.delete("link");
  window.history.replaceState(null, "", query.size === 0 ? pathname : `${pathname}?${query}`);
  return wasUsed;
}

/** The token, also from a pasted login link. */
export function tokenIn(typed: string): string {
  const text = typed.trim();
  return URL.parse(text)?.searchParams.get("token") ?? text;
}
