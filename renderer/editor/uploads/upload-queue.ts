/**
 * Files on their way to the appliance, a few at a time. Nothing here knows the document: it learns from `done` where
 * the picture went.
 */
import type { UploadedMedia } from "../../../server/contracts/editor-api.ts";
import { type EditorApi, LoginEnded, Unreachable } from "../client/api.ts";
import type { ArticleTab } from "../client/article-tab.ts";
import { randomId } from "../lib/ids.ts";
import { createStore, type Readable, type Store } from "../lib/store.ts";

export type UploadState =
  | { kind: "queued" }
  | { kind: "sending"; fraction: number }
  /** No answer, or no login: goes on by itself. */
  | { kind: "waiting_for_server" }
  /** The appliance said no, with its sentence. */
  | { kind: "refused"; sentence: string }
  | { kind: "done"; media: UploadedMedia }
  | { kind: "cancelled" };

export interface Upload {
  id: string;
  file: File;
  state: Readable<UploadState>;
}

const AT_A_TIME = 2;

interface Entry extends Upload {
  state: Store<UploadState>;
  abort: AbortController | null;
}

interface UploadTab extends Pick<ArticleTab, "connection"> {
  api: Pick<EditorApi, "upload">;
}

/** What becomes of an upload in the article. */
interface UploadTarget {
  done(upload: Upload, media: UploadedMedia): void;
  /** The upload was cancelled, here or after a refusal: it leaves no trace. */
  cancelled(upload: Upload): void;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue({ api, connection }: UploadTab, target: UploadTarget) {
  const entries = new Map<string, Entry>();
  const underWay = createStore(0);
  let idleWaiters: (() => void)[] = [];

  function set(entry: Entry, next: UploadState): void {
    entry.state.set(next);
    const kinds = [...entries.values()].map((each) => each.state.get().kind);
    underWay.set(kinds.filter(isUnderWay).length);
    if (underWay.get() > 0) return;
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  function startNext(): void {
    const sending = [...entries.values()].filter((entry) => entry.state.get().kind === "sending").length;
    if (sending >= AT_A_TIME) return;
    const next = [...entries.values()].find((entry) => entry.state.get().kind === "queued");
    if (next === undefined) return;
    void sendOne(next);
    startNext();
  }

  async function sendOne(entry: Entry): Promise<void> {
    const abort = new AbortController();
    entry.abort = abort;
    set(entry, { kind: "sending", fraction: 0 });
    try {
      const media = await api.upload(entry.file, {
        signal: abort.signal,
        onProgress: (fraction) => {
          if (entry.state.get().kind === "sending") entry.state.set({ kind: "sending", fraction });
        },
      });
      if (abort.signal.aborted) return;
      // Into the document first: who waits for an idle queue must find it there.
      target.done(entry, media);
      entries.delete(entry.id);
      set(entry, { kind: "done", media });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (error instanceof Unreachable || error instanceof LoginEnded) {
        set(entry, { kind: "waiting_for_server" });
        void connection.nextTry().then(() => {
          if (entry.state.get().kind !== "waiting_for_server") return;
          set(entry, { kind: "queued" });
          startNext();
        });
      } else set(entry, { kind: "refused", sentence: (error as Error).message });
    } finally {
      startNext();
    }
  }

  return {
    /** How many are neither in the article nor refused nor cancelled. */
    underWay: underWay as Readable<number>,
    add(file: File): Upload {
      const entry: Entry = {
        id: randomId(),
        file,
        state: createStore<UploadState>({ kind: "queued" }),
        abort: null,
      };
      entries.set(entry.id, entry);
      set(entry, { kind: "queued" });
      // The caller places the upload in the document before it can be done.
      queueMicrotask(startNext);
      return entry;
    },
    get: (id: string): Upload | undefined => entries.get(id),
    cancel(id: string): void {
      const entry = entries.get(id);
      if (entry === undefined) return;
      entries.delete(id);
      entry.abort?.abort();
      set(entry, { kind: "cancelled" });
      target.cancelled(entry);
      startNext();
    },
    retry(id: string): void {
      const entry = entries.get(id);
      const kind = entry?.state.get().kind;
      if (entry === undefined || (kind !== "refused" && kind !== "waiting_for_server")) return;
      set(entry, { kind: "queued" });
      startNext();
    },
    /** Resolves when none is under way; null when none is. */
    idle: (): Promise<void> | null =>
      underWay.get() === 0 ? null : new Promise((resolve) => idleWaiters.push(resolve)),
  };
}

function isUnderWay(kind: UploadState["kind"]): boolean {
  return kind === "queued" || kind === "sending" || kind === "waiting_for_server";
}
