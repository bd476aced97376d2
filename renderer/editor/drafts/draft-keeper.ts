/**
 * Keeps unsaved changes: in the browser immediately, on disk and in Galley after a pause in typing. Retries without
 * limit, and reports where the changes are stored. In a room, Galley receives steps instead of drafts.
 */
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, isUndecided } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import type { SharedDocument, SharedState } from "../collaboration/shared-document.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { DraftStore } from "./draft-store.ts";

export interface DraftState {
  unsaved: boolean;
  /** Whether this computer, and Galley, have the newest changes. */
  onComputer: boolean;
  onServer: boolean;
  refusal: string | null;
}

export interface DraftContent {
  vms_json: Record<string, unknown>;
  base_version: number | null;
}

export const TYPING_PAUSE_MS = 1_500;
/** In a room, Galley usually has a keystroke within this time, so no copy of the article is needed. */
const ROOM_RESPONSE_MS = 300;
/** Maximum bytes of a request that can outlive its page. */
const KEEPALIVE_LIMIT = 60_000;

const CLEAN: DraftState = { unsaved: false, onComputer: true, onServer: true, refusal: null };

interface DraftTab extends Pick<ArticleTab, "clientId" | "connection" | "schedule"> {
  api: Pick<EditorApi, "putDraft">;
  session: Pick<EditorSession, "session_id">;
}

/** Replaced in tests. */
const PAGE_TIME = {
  afterPaint,
  now: () => new Date().toISOString(),
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

interface DraftSource {
  content(): DraftContent;
  shared: Pick<SharedDocument, "state" | "place" | "ownSteps" | "drafted">;
}

export function createDraftKeeper(
  { api, session, clientId: client_id, connection, schedule }: DraftTab,
  store: DraftStore,
  { content, shared }: DraftSource,
  time = PAGE_TIME,
) {
  const isShared = () => shared.state.get().shared;
  const { session_id } = session;
  const state = createStore<DraftState>(CLEAN);
  const patch = (change: Partial<DraftState>): void => {
    const now = state.get();
    const isNew = (Object.keys(change) as (keyof DraftState)[]).some((key) => change[key] !== now[key]);
    if (isNew) state.set({ ...now, ...change });
  };
  let revision = 0;
  let cancelPause: (() => void) | null = null;
  let sending: Promise<void> | null = null;
  let storing = false;
  let isStorePending = false;
  let isStoreDue = false;
  /** Whether this computer may have a copy. */
  let hasCopy = true;
  let isCopyPlanned = false;
  /** Whether the next write must reach the disk. */
  let toDisk = false;
  let holds = 0;

  function putNow(durability: "strict" | "relaxed"): Promise<void> {
    const room = shared.place();
    const draft = { session_id, client_id, updated_at: time.now(), ...content(), ...(room && { room }) };
    return store.put(draft, durability);
  }
  /** In a room, Galley has all acknowledged steps. */
  const isCopyDue = () => state.get().unsaved && !(isShared() && state.get().onServer);

  /** Writes one copy at a time; later changes are in the next one. If no copy is due, removes the draft. */
  async function storeOnComputer(): Promise<void> {
    isStorePending = true;
    if (storing) return;
    storing = true;
    try {
      while (isStorePending || toDisk) {
        isStorePending = false;
        const durability = toDisk ? "strict" : "relaxed";
        toDisk = false;
        if (isCopyDue()) {
          hasCopy = true;
          await putNow(durability);
        } else if (hasCopy) {
          await store.remove(session_id, client_id);
          hasCopy = false;
        }
      }
      patch({ onComputer: true });
    } catch {
      // The state shows the failure, and the page warns before it closes.
      patch({ onComputer: !isCopyDue() });
    } finally {
      storing = false;
    }
  }

  /** Waits for the paint, because writing a large article takes time. */
  function storeSoon(): void {
    if (isStoreDue) return;
    isStoreDue = true;
    time.afterPaint(() => {
      isStoreDue = false;
      void storeOnComputer();
    });
  }

  function endPause(): void {
    cancelPause?.();
    cancelPause = null;
  }

  function schedulePause(): void {
    endPause();
    if (holds > 0 || isShared() || !state.get().unsaved || state.get().onServer) return;
    cancelPause = schedule(TYPING_PAUSE_MS, () => {
      cancelPause = null;
      toDisk = true;
      void storeOnComputer();
      void sendNow(false);
    });
  }

  async function sendNow(leaving: boolean): Promise<void> {
    endPause();
    if (sending !== null || holds > 0 || isShared()) return;
    let changedAgain = false;
    sending = sendOnce(leaving).then((changed) => {
      sending = null;
      changedAgain = changed;
    });
    await sending;
    if (changedAgain) schedulePause();
  }

  /** @returns whether there are newer changes that can be sent */
  async function sendOnce(leaving: boolean): Promise<boolean> {
    const sent = revision;
    const body = { client_id, ...content(), steps: shared.ownSteps() };
    try {
      await api.putDraft(body, leaving && JSON.stringify(body).length < KEEPALIVE_LIMIT);
      shared.drafted(body.steps);
      if (isShared()) return false;
      patch({ onServer: sent === revision || !state.get().unsaved, refusal: null });
    } catch (error) {
      if (isUndecided(error)) {
        void connection.nextTry().then(sendPending);
        return false;
      }
      // Galley would reject the same draft again.
      patch({ onServer: false, refusal: (error as Error).message });
    }
    return sent !== revision;
  }

  function sendPending(): void {
    if (state.get().unsaved && !state.get().onServer) void sendNow(false);
  }

  function reset(): void {
    revision += 1;
    endPause();
    state.set(CLEAN);
    void storeOnComputer();
  }

  /** In a room, the room's state determines which changes are unsaved and which Galley has. */
  function follow({ unsaved, sent, refusal }: SharedState): void {
    const before = state.get();
    patch({ unsaved, onServer: sent, refusal, ...(sent && { onComputer: true }) });
    if (sent !== before.onServer || unsaved !== before.unsaved) storeSoon();
  }
  shared.state.subscribe(() => isShared() && follow(shared.state.get()));

  return {
    state: state as Readable<DraftState>,
    /** Number of changes; a save passes it to `saved`. */
    revision: () => revision,
    changed(): void {
      revision += 1;
      if (isShared()) {
        if (shared.state.get().sent) return;
        patch({ onComputer: false });
        if (isCopyPlanned) return;
        isCopyPlanned = true;
        schedule(connection.state.get() === "up" ? ROOM_RESPONSE_MS : 0, () => {
          isCopyPlanned = false;
          if (!shared.state.get().sent) storeSoon();
        });
        return;
      }
      patch({ unsaved: true, onComputer: false, onServer: false });
      storeSoon();
      schedulePause();
    },
    saved(savedRevision: number): void {
      if (isShared()) return;
      if (savedRevision === revision) reset();
      else {
        // Later changes are based on the new version.
        patch({ onServer: false });
        revision += 1;
        void storeOnComputer();
        schedulePause();
      }
    },
    /** The article is the current version, without unsaved changes. */
    reset,
    /** Waits for a draft that is being sent. Sends no other until the returned function is called. */
    async hold(): Promise<() => void> {
      holds += 1;
      endPause();
      await sending;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        schedulePause();
      };
    },
    /** Sends pending changes immediately, because the tab is hidden or closing. */
    flush(): void {
      // A closing page does not paint again, so the write starts without waiting.
      const { unsaved, onComputer } = state.get();
      if (unsaved && !onComputer) void putNow("relaxed").catch(() => undefined);
      if (cancelPause !== null) void sendNow(true);
    },
  };
}
