/** The upload queue for fonts. It continues on other pages and asks before a reload. */
import { useSyncExternalStore } from "react";
import { sentenceOf } from "../../shared/api-client.ts";
import { api } from "../data/api.ts";
import { messages } from "../messages/index.ts";

export interface FontUpload {
  id: number;
  projectId: string;
  name: string;
  state:
    | { kind: "queued" }
    | { kind: "sending"; fraction: number }
    | { kind: "reading" }
    | { kind: "refused"; sentence: string };
}

export interface FontUploads {
  /** Unfinished and rejected uploads. */
  uploads: FontUpload[];
  /** Uploads finished since the queue was last empty. */
  uploadedCount: number;
  add: (files: Iterable<File>) => void;
  dismiss: (id: number) => void;
}

/** As on the server, checked before the upload. */
const LIMIT_BYTES = 20 * 1024 * 1024;

interface Waiting {
  upload: FontUpload;
  file: File;
  onUploaded: () => void;
}

let uploads: readonly FontUpload[] = [];
let isBusy = false;
let nextId = 0;
const waiting: Waiting[] = [];
const uploadedCounts = new Map<string, number>();
const listeners = new Set<() => void>();

/** @param onUploaded called after each upload */
export function useUploads(projectId: string, onUploaded: () => void): FontUploads {
  const own = useAllUploads().filter((upload) => upload.projectId === projectId);
  const add = (files: Iterable<File>) => {
    if (!uploads.some((upload) => upload.projectId === projectId)) uploadedCounts.delete(projectId);
    for (const file of files) {
      const upload: FontUpload = { id: nextId++, projectId, name: file.name, state: { kind: "queued" } };
      waiting.push({ upload, file, onUploaded });
      put([...uploads, upload]);
    }
    void work();
  };
  return { uploads: own, uploadedCount: uploadedCounts.get(projectId) ?? 0, add, dismiss };
}

/** The unfinished and rejected uploads of all projects. */
export function useAllUploads(): readonly FontUpload[] {
  return useSyncExternalStore(subscribe, () => uploads);
}

async function work(): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { upload, file, onUploaded } = next;
    const set = (state: FontUpload["state"]) =>
      put(uploads.map((each) => (each.id === upload.id ? { ...each, state } : each)));
    try {
      if (file.size > LIMIT_BYTES) throw new Error(messages.fonts.upload.tooLarge);
      set({ kind: "sending", fraction: 0 });
      await api.uploadFont(upload.projectId, file, {
        onProgress: (fraction) => set(fraction < 1 ? { kind: "sending", fraction } : { kind: "reading" }),
      });
      uploadedCounts.set(upload.projectId, (uploadedCounts.get(upload.projectId) ?? 0) + 1);
      dismiss(upload.id);
      onUploaded();
    } catch (error) {
      set({ kind: "refused", sentence: sentenceOf(error) });
    }
  }
  isBusy = false;
}

function dismiss(id: number): void {
  put(uploads.filter((upload) => upload.id !== id));
}

function put(next: readonly FontUpload[]): void {
  uploads = next;
  const isUnderWay = uploads.some(({ state }) => state.kind !== "refused");
  if (isUnderWay) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
  for (const notify of listeners) notify();
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}
