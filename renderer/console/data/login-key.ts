/**
 * The page's half of the login (server/logins). The cookie reaches every server of this host, whatever its port; what a
 * page keeps is this origin's alone.
 */
const NAME = "galley:key";

/** Used where the browser denies local storage; lasts until the next reload. */
let keyInMemory: string | null = null;

export function readKey(): string | null {
  try {
    return window.localStorage.getItem(NAME) ?? keyInMemory;
  } catch {
    return keyInMemory;
  }
}

export function keepKey(key: string): void {
  keyInMemory = key;
  try {
    window.localStorage.setItem(NAME, key);
  } catch {
    // The browser keeps nothing for pages: the key stays in memory.
  }
}

/**
 * Takes what the login link has put into the address, and out of it.
 * @returns whether the link had been used already
 */
export function takeFromAddress(): boolean {
  const { pathname, search, hash } = window.location;
  const key = new URLSearchParams(hash.slice(1)).get("key");
  const query = new URLSearchParams(search);
  const wasUsed = query.get("link") === "used";
  if (key === null && !wasUsed) return false;
  if (key !== null) keepKey(key);
  query.delete("link");
  window.history.replaceState(null, "", query.size === 0 ? pathname : `${pathname}?${query}`);
  return wasUsed;
}

/** The token itself, also out of a pasted login link. */
export function tokenIn(typed: string): string {
  const text = typed.trim();
  return URL.parse(text)?.searchParams.get("token") ?? text;
}
