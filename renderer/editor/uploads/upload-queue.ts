/** Uploads files, a few at a time, independently of the document. */
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { type EditorApi, isUndecided, Refused, Unreachable } from "../client/api.ts";
import type { ArticleTab } from "../client/article-session.ts";
import { messages } from "../messages/index.ts";
import { randomId } from "../ui/lib/browser.ts";
import { createStore, type Readable, type Store } from "../ui/lib/store.ts";

export type UploadState =
  | { kind: "queued" }
  | { kind: "preparing" }
  | { kind: "sending"; fraction: number }
  /** Galley gave no response, ended the login or is busy; retried automatically. */
  | { kind: "waiting_for_server" }
  /** Rejected by Galley. `final`: a retry would not help. */
  | { kind: "refused"; sentence: string; final: boolean }
  | { kind: "done"; media: UploadedMedia }
  | { kind: "cancelled" };

export interface Upload {
  id: string;
  file: File;
  state: Readable<UploadState>;
  /** A small picture, because the file may take a second to draw. Null before resizing and for other files. */
  preview: Readable<Blob | null>;
}

export interface PreparedFile {
  file: File;
  narrower: File[];
  /** Shown during the upload; null if this browser cannot create it. */
  preview: Blob | null;
}

/** Resizes a picture until the signal. @throws NotReadable for an unreadable picture; other errors if the code cannot be loaded */
export type Prepare = (picture: File, isOriginal: boolean, signal: AbortSignal) => Promise<PreparedFile>;

export class NotReadable extends Error {}

const MAX_CONCURRENT = 2;
const PICTURE = /^image\/(?:jpeg|png|webp|avif|heic|heif)$|\.(?:jpe?g|png|webp|avif|hei[cf])$/i;
/** Bytes up to which a browser draws a GIF without delay. */
const SMALL_FILE = 200_000;
const UNSUPPORTED_TYPE = 415;
const TOO_MANY = 429;

interface Entry extends Upload {
  state: Store<UploadState>;
  preview: Store<Blob | null>;
  abort: AbortController | null;
  isOriginal: boolean;
  prepared: PreparedFile | null;
  /** Loading the resize code has already failed once. */
  hasPrepareFailed: boolean;
}

interface UploadTab extends Pick<ArticleTab, "connection"> {
  api: Pick<EditorApi, "upload">;
  prepare: Prepare;
  originals: boolean;
  narrower: boolean;
}

interface UploadTarget {
  /** @param narrower the same picture with fewer pixels, named in `media.widths` */
  done(upload: Upload, media: UploadedMedia, narrower: UploadedMedia[]): void;
  /** The upload was cancelled; nothing of it remains. */
  cancelled(upload: Upload): void;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

export function createUploadQueue(
  { api, connection, prepare, originals: publishesOriginals, narrower: sendsNarrower }: UploadTab,
  target: UploadTarget,
) {
  const entries = new Map<string, Entry>();
  /** The originals of resized pictures, by the name of the resized file. */
  const originals = new Map<string, File>();
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
    const sending = [...entries.values()].filter((entry) => isWorking(entry.state.get().kind)).length;
    if (sending >= MAX_CONCURRENT) return;
    const next = [...entries.values()].find((entry) => entry.state.get().kind === "queued");
    if (next === undefined) return;
    void sendOne(next);
    startNext();
  }

  async function sendOne(entry: Entry): Promise<void> {
    const abort = new AbortController();
    entry.abort = abort;
    try {
      let ready = entry.prepared ?? unprepared(entry.file);
      if (entry.prepared === null && isPicture(entry.file)) {
        set(entry, { kind: "preparing" });
        ready = await prepareFile(entry, abort);
        if (abort.signal.aborted) return;
      }
      set(entry, { kind: "sending", fraction: 0 });
      const { media, narrower } = await sendFiles(entry, ready, abort);
      if (abort.signal.aborted) return;
      // Updates the document first, because a save may be waiting for the queue.
      target.done(entry, media, narrower);
      if (entry.prepared !== null && entry.prepared.file !== entry.file) originals.set(media.file_name, entry.file);
      entries.delete(entry.id);
      set(entry, { kind: "done", media });
    } catch (error) {
      if (abort.signal.aborted) return;
      if (isUndecided(error) || isBusy(error)) {
        set(entry, { kind: "waiting_for_server" });
        void connection.nextTry().then(() => {
          if (entry.state.get().kind !== "waiting_for_server") return;
          set(entry, { kind: "queued" });
          startNext();
        });
      } else {
        const final = error instanceof NotReadable || (error instanceof Refused && error.status === UNSUPPORTED_TYPE);
        set(entry, { kind: "refused", sentence: (error as Error).message, final });
      }
    } finally {
      startNext();
    }
  }

  async function prepareFile(entry: Entry, { signal }: AbortController): Promise<PreparedFile> {
    try {
      entry.prepared = await prepare(entry.file, entry.isOriginal, signal);
      entry.preview.set(entry.prepared.preview);
      return entry.prepared;
    } catch (error) {
      if (error instanceof NotReadable) throw error;
      // After an update of Galley the code is missing, so uploads the picture unchanged. The checks offer to resize it.
      if (entry.hasPrepareFailed) return unprepared(entry.file);
      entry.hasPrepareFailed = true;
      throw new Unreachable(messages.offline);
    }
  }

  /** Sends the picture, then its narrower files, of which Galley may reject some. */
  async function sendFiles(entry: Entry, prepared: PreparedFile, { signal }: AbortController) {
    const { file } = prepared;
    const narrower = sendsNarrower ? prepared.narrower : [];
    const total = [file, ...narrower].reduce((sum, { size }) => sum + size, 0);
    let sent = 0;
    const send = async (each: File, smallerOf?: string): Promise<UploadedMedia> => {
      const onProgress = (fraction: number) => {
        if (entry.state.get().kind !== "sending") return;
        entry.state.set({ kind: "sending", fraction: total === 0 ? fraction : (sent + fraction * each.size) / total });
      };
      const media = await api.upload(each, { signal, onProgress, ...(smallerOf === undefined ? {} : { smallerOf }) });
      sent += each.size;
      return media;
    };
    const media = await send(file);
    const accepted: UploadedMedia[] = [];
    for (const each of narrower)
      try {
        accepted.push(await send(each, media.file_name));
      } catch (error) {
        if (!(error instanceof Refused) || isBusy(error)) throw error;
      }
    const widths = accepted.flatMap(({ file_name, width }) => (width === null ? [] : [{ file: file_name, width }]));
    if (widths.length > 0) media.widths = widths.sort((one, other) => one.width - other.width);
    return { media, narrower: accepted };
  }

  return {
    sendsNarrower,
    /** Number of uploads that are not done, rejected or cancelled. */
    underWay: underWay as Readable<number>,
    /** @param isOriginal publishes a picture without resizing it */
    add(file: File, isOriginal = publishesOriginals): Upload {
      const entry: Entry = {
        id: randomId(),
        file,
        state: createStore<UploadState>({ kind: "queued" }),
        preview: createStore<Blob | null>(isOwnPreview(file) ? file : null),
        abort: null,
        isOriginal,
        prepared: null,
        hasPrepareFailed: false,
      };
      entries.set(entry.id, entry);
      set(entry, { kind: "queued" });
      // Deferred, so that the caller adds the upload's place before it can finish.
      queueMicrotask(startNext);
      return entry;
    },
    originalOf: (fileName: string): File | undefined => originals.get(fileName),
    get: (id: string): Upload | undefined => entries.get(id),
    isUnderWay: (id: string): boolean => isUnderWay(entries.get(id)?.state.get().kind ?? "cancelled"),
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
    idle: (): Promise<void> | null =>
      underWay.get() === 0 ? null : new Promise((resolve) => idleWaiters.push(resolve)),
  };
}

/** Whether Galley is still processing other files of this article. */
function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.status === TOO_MANY;
}

function unprepared(file: File): PreparedFile {
  return { file, narrower: [], preview: null };
}

/** Whether a file can be its own preview. Not drawings, because a small one may still overload the browser. */
function isOwnPreview({ type, size }: File): boolean {
  return type === "image/gif" && size <= SMALL_FILE;
}

/** Whether a file is a picture that is resized; not drawings or GIFs. */
export function isPicture({ type, name }: File): boolean {
  return PICTURE.test(type) || PICTURE.test(name);
}

function isUnderWay(kind: UploadState["kind"]): boolean {
  return kind === "queued" || isWorking(kind) || kind === "waiting_for_server";
}

function isWorking(kind: UploadState["kind"]): boolean {
  return kind === "preparing" || kind === "sending";
}
