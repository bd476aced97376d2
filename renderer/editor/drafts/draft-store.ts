/** Stores drafts on this computer in IndexedDB, so that typed text survives the tab, the browser and Galley. */
import type { KeptPlace } from "../collaboration/shared-document.ts";

export interface LocalDraft {
  session_id: string;
  client_id: string;
  base_version: number | null;
  /** ISO 8601, by this computer's clock. */
  updated_at: string;
  /** Includes the own steps of `room`. */
  vms_json: Record<string, unknown>;
  /** Set if the tab was in a room. */
  room?: KeptPlace;
}

export type DraftStore = ReturnType<typeof openDraftStore>;

/** The stored form. The state is text, because browsers clone objects of long articles four times as slowly. */
type StoredDraft = Omit<LocalDraft, "vms_json" | "room"> & {
  room?: string;
  /** Drafts of earlier versions have the state itself. */
  vms_json: string | LocalDraft["vms_json"];
};

const STORE = "drafts";

export function openDraftStore(factory: IDBFactory, name = "galley-editor") {
  let opening: Promise<IDBDatabase> | null = null;

  function database(): Promise<IDBDatabase> {
    opening ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = factory.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: ["session_id", "client_id"] });
      request.onsuccess = () => {
        // Another tab with a newer page may upgrade; the next call opens again.
        request.result.onversionchange = () => {
          request.result.close();
          opening = null;
        };
        resolve(request.result);
      };
      request.onerror = () => {
        opening = null;
        reject(request.error);
      };
    });
    return opening;
  }

  async function run<T>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<T>,
    durability: IDBTransactionDurability = "default",
  ): Promise<T> {
    const transaction = (await database()).transaction(STORE, mode, { durability });
    const request = work(transaction.objectStore(STORE));
    // Commits explicitly, because a closing tab would not wait for the transaction.
    if (mode === "readwrite") transaction.commit();
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () =>
        reject(transaction.error ?? new DOMException("The browser aborted the transaction", "AbortError"));
    });
  }

  return {
    /**
     * @param durability strict: on disk when it resolves, at the cost of disk time.
     *   relaxed: handed to the operating system; survives a killed tab or browser
     * @throws DOMException if the browser cannot store it (private window, disk full)
     */
    async put(draft: LocalDraft, durability: "strict" | "relaxed"): Promise<void> {
      const { room, vms_json, ...rest } = draft;
      const stored: StoredDraft = {
        ...rest,
        vms_json: JSON.stringify(vms_json),
        ...(room && { room: JSON.stringify(room) }),
      };
      await run("readwrite", (store) => store.put(stored), durability);
    },
    remove: (sessionId: string, clientId: string): Promise<void> =>
      run("readwrite", (store) => store.delete([sessionId, clientId])),
    /** All drafts of a session from all tabs of this browser. */
    async list(sessionId: string): Promise<LocalDraft[]> {
      const stored = await run(
        "readonly",
        (store) => store.getAll(IDBKeyRange.bound([sessionId], [sessionId, []])) as IDBRequest<StoredDraft[]>,
      );
      return stored.map(({ vms_json, room, ...draft }) => ({
        ...draft,
        ...(room !== undefined && { room: JSON.parse(room) as KeptPlace }),
        vms_json: typeof vms_json === "string" ? (JSON.parse(vms_json) as LocalDraft["vms_json"]) : vms_json,
      }));
    },
  };
}
