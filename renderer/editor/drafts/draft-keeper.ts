/**
 * Keeps unsaved changes: on this computer at once, on its disk and in Galley after a pause in typing. It retries without
 * end, and reports where the changes are.
 */
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, LoginEnded, Unreachable } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { DraftStore } from "./draft-store.ts";

export interface DraftState {
  /** Whether there are changes that are in no version. */
  unsaved: boolean;
  /** Whether the newest changes are on this computer, and in Galley. */
  onComputer: boolean;
  onServer: boolean;
  /** Why Galley refuses the draft; null while it does not. */
  refusal: string | null;
}

export interface DraftContent {
  vms_json: Record<string, unknown>;
  base_version: number | null;
}

export const TYPING_PAUSE_MS = 1_500;
/** Bytes of a request that may outlive its page. */
const KEEPALIVE_LIMIT = 60_000;

const CLEAN: DraftState = { unsaved: false, onComputer: true, onServer: true, refusal: null };

interface DraftTab extends Pick<ArticleTab, "clientId" | "connection" | "schedule"> {
  api: Pick<EditorApi, "putDraft">;
  session: Pick<EditorSession, "session_id">;
}

/** Replaced in tests. */
const PAGE_TIME = {
  afterPaint,
  /** ISO 8601. */
  now: () => new Date().toISOString(),
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param content the article now */
export function createDraftKeeper(
  { api, session, clientId: client_id, connection, schedule }: DraftTab,
  store: DraftStore,
  content: () => DraftContent,
  time = PAGE_TIME,
) {
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
  let isStoreDue = false;
  /** Whether the next write must reach the disk. */
  let toDisk = false;
  let holds = 0;

  const putNow = (durability: "strict" | "relaxed") =>
    store.put({ session_id, client_id, updated_at: time.now(), ...content() }, durability);

  /** One write at a time; later changes go with the next. Without unsaved changes the draft is removed. */
  async function storeOnComputer(): Promise<void> {
    if (storing) return;
    storing = true;
    let stored = -1;
    try {
      while (stored !== revision || toDisk) {
        stored = revision;
        const durability = toDisk ? "strict" : "relaxed";
        toDisk = false;
        if (state.get().unsaved) await putNow(durability);
        else await store.remove(session_id, client_id);
      }
      patch({ onComputer: true });
    } catch {
      // The state shows it, and the page warns before it closes.
      patch({ onComputer: !state.get().unsaved });
    } finally {
      storing = false;
    }
  }

  /** After the paint: writing a large article takes time. */
  function storeSoon(): void {
    if (isStoreDue) return;
    isStoreDue = true;
    time.afterPaint(() => {
      isStoreDue = false;
      void storeOnComputer();
    });
  }

  function arm(): void {
    cancelPause?.();
    cancelPause = null;
    if (holds > 0 || !state.get().unsaved || state.get().onServer) return;
    cancelPause = schedule(TYPING_PAUSE_MS, () => {
      cancelPause = null;
      toDisk = true;
      void storeOnComputer();
      void sendNow(false);
    });
  }

  async function sendNow(leaving: boolean): Promise<void> {
    cancelPause?.();
    cancelPause = null;
    if (sending !== null || holds > 0) return;
    let changedMeanwhile = false;
    sending = sendOnce(leaving).then((changed) => {
      sending = null;
      changedMeanwhile = changed;
    });
    await sending;
    if (changedMeanwhile) arm();
  }

  /** @returns whether there are newer changes that can be sent */
  async function sendOnce(leaving: boolean): Promise<boolean> {
    const sent = revision;
    const body = { client_id, ...content() };
    try {
      await api.putDraft(body, leaving && JSON.stringify(body).length < KEEPALIVE_LIMIT);
      patch({ onServer: sent === revision || !state.get().unsaved, refusal: null });
    } catch (error) {
      if (error instanceof Unreachable || error instanceof LoginEnded) {
        void connection.nextTry().then(sendWhatWaits);
        return false;
      }
      // Galley would refuse the same draft again.
      patch({ onServer: false, refusal: (error as Error).message });
    }
    return sent !== revision;
  }

  function sendWhatWaits(): void {
    if (state.get().unsaved && !state.get().onServer) void sendNow(false);
  }

  function reset(): void {
    revision += 1;
    cancelPause?.();
    cancelPause = null;
    state.set(CLEAN);
    void storeOnComputer();
  }

  return {
    state: state as Readable<DraftState>,
    /** Number of changes; a save passes it to `saved`. */
    revision: () => revision,
    /** The document changed. */
    changed(): void {
      revision += 1;
      patch({ unsaved: true, onComputer: false, onServer: false });
      storeSoon();
      arm();
    },
    /** The document of a revision is a version now. */
    saved(savedRevision: number): void {
      if (savedRevision === revision) reset();
      else {
        // Later changes are based on the new version.
        patch({ onServer: false });
        revision += 1;
        void storeOnComputer();
        arm();
      }
    },
    /** The article is the current version; nothing is unsaved. */
    reset,
    /** Waits for a draft that is being sent, and sends no other until the returned function is called. */
    async hold(): Promise<() => void> {
      holds += 1;
      cancelPause?.();
      cancelPause = null;
      await sending;
      let held = true;
      return () => {
        if (!held) return;
        held = false;
        holds -= 1;
        arm();
      };
    },
    /** The tab is hidden or closing: sends pending changes now. */
    flush(): void {
      // A closing page does not paint again, so the write must begin now.
      const { unsaved, onComputer } = state.get();
      if (unsaved && !onComputer) void putNow("relaxed").catch(() => undefined);
      if (cancelPause !== null) void sendNow(true);
    },
  };
}
