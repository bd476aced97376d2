import { randomId } from "../ui/lib/ids.ts";

/**
 * The `client_id` of this tab. A reload keeps it; a duplicated tab has a new one. Browsers copy sessionStorage into a
 * duplicate, so the id is stored there only between `pagehide` and `pageshow`.
 */
export function takeTabIdentity(storage: Storage, page: Window, sessionId: string, locks: LockManager | undefined) {
  const key = `galley.tab.${sessionId}`;
  const left = storage.getItem(key);
  let id = left ?? randomId();
  let isNew = left === null;
  storage.removeItem(key);
  page.addEventListener("pagehide", () => storage.setItem(key, id));
  page.addEventListener("pageshow", () => storage.removeItem(key));
  // A tab holds the lock of its id; the browser releases it when the tab ends in any way.
  const lockOf = (tab: string) => `${key}.${tab}`;
  if (!isNew) void locks?.request(lockOf(id), forever);

  return {
    get id(): string {
      return id;
    },
    /** Adopts the id of the first of these tabs that is closed. Without Web Locks (plain http), keeps its own. */
    async adoptFirstClosed(ids: readonly string[]): Promise<void> {
      if (!isNew || locks === undefined) return;
      for (const closed of ids) {
        if (!(await isGranted(locks, lockOf(closed)))) continue;
        id = closed;
        isNew = false;
        return;
      }
      void locks.request(lockOf(id), forever);
    },
  };
}

const forever = () => new Promise<never>(() => {});

function isGranted(locks: LockManager, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock === null ? undefined : forever();
      })
      .catch(reject);
  });
}
