import { randomId } from "./ids.ts";

/**
 * The `client_id` of this tab. A reload keeps it; a duplicated tab gets its own. The browser copies sessionStorage into
 * a duplicate, so the id lies there only while the page is away: put down when it is left, taken up when it is back.
 */
export function takeTabId(storage: Storage, page: Window, sessionId: string): string {
  const key = `galley.tab.${sessionId}`;
  const id = storage.getItem(key) ?? randomId();
  storage.removeItem(key);
  page.addEventListener("pagehide", () => storage.setItem(key, id));
  page.addEventListener("pageshow", () => storage.removeItem(key));
  return id;
}
