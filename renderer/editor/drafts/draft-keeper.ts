/**
 * Keeps what is typed between two saves: on this computer at once, on its disk and on the appliance after a pause in
 * typing. It never gives up on its own; it says where the words are.
 */
import type { EditorSession } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, LoginEnded, Unreachable } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { afterPaint } from "../ui/lib/later.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { DraftStore } from "./draft-store.ts";

export interface DraftState {
  /** Words that are in no version. */
  unsaved: boolean;
  /** Whether the newest of them are on this computer's disk, and on the appliance. */
  onComputer: boolean;
  onServer: boolean;
  /** Why the appliance refuses the draft, null while it does not. */
  refusal: string | null;
}

export interface DraftContent {
  vms_json: Record<string, unknown>;
  base_version: number | null;
}

export const TYPING_PAUSE_MS = 1_500;
/** What a browser lets a request carry that outlives its page. */
const KEEPALIVE_LIMIT = 60_000;

const CLEAN: DraftState = { unsaved: false, onComputer: true, onServer: true, refusal: null };

interface DraftTab extends Pick<ArticleTab, "clientId" | "connection" | "schedule"> {
  api: Pick<EditorApi, "putDraft">;
  session: Pick<EditorSession, "session_id">;
}

/** The page's own; a test hands in others. */
const PAGE_TIME = {
  /** Calls as soon as what was typed is on the screen. */
  afterPaint,
  /** ISO 8601. */
  now: () => new Date().toISOString(),
};

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** @param content what is on the screen now */
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
  /** The next write on this computer is to outlive even a loss of power. */
  let toDisk = false;
  let holds = 0;

  const putNow = (durability: "strict" | "relaxed") =>
    store.put({ session_id, client_id, updated_at: time.now(), ...content() }, durability);

  /** One write at a time; the words that came meanwhile go with the next. A clean state removes the draft. */
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
      // No place in this browser: the state keeps saying so, and the page warns before it closes.
      patch({ onComputer: !state.get().unsaved });
    } finally {
      storing = false;
    }
  }

  /** Writing a large article takes as long as showing a letter of it: the letter comes first. */
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

  /** @returns whether there are newer words to send, and somebody who takes them */
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
      // The next change is tried again; this one would be refused again.
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
    /** Counts the changes: a save notes it and hands it to `saved`. */
    revision: () => revision,
    /** The document changed. */
    changed(): void {
      revision += 1;
      patch({ unsaved: true, onComputer: false, onServer: false });
      storeSoon();
      arm();
    },
    /** The document as it was at `revision` is a version now. */
    saved(savedRevision: number): void {
      if (savedRevision === revision) reset();
      else {
        // The words typed since stand on the new version now.
        patch({ onServer: false });
        revision += 1;
        void storeOnComputer();
        arm();
      }
    },
    /** What is on the screen is the current version again; nothing is unsaved. */
    reset,
    /** Waits for a draft on its way and holds back further ones until the returned function is called. */
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
    /** The tab is hidden or closing: send now what waits. */
    flush(): void {
      // A page that closes paints no more, and no write begins after the one under way: this one begins now.
      const { unsaved, onComputer } = state.get();
      if (unsaved && !onComputer) void putNow("relaxed").catch(() => undefined);
      if (cancelPause !== null) void sendNow(true);
    },
  };
}
