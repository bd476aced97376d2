/** Fonts on their way to the appliance, one after the other, each with how far it is or why it was refused. */
import { useCallback, useEffect, useRef, useState } from "react";
import { isAbort, sentenceOf } from "../../shared/api-client.ts";
import { api } from "../data/api.ts";
import { messages } from "../messages/index.ts";

export interface FontUpload {
  id: number;
  name: string;
  state:
    | { kind: "queued" }
    | { kind: "sending"; fraction: number }
    /** It has arrived, and is read and packed. */
    | { kind: "reading" }
    | { kind: "refused"; sentence: string };
}

export interface FontUploads {
  /** Those that are not done; refused ones stay until they are dismissed. */
  uploads: FontUpload[];
  /** How many were taken since the screen was opened. */
  takenCount: number;
  add: (files: Iterable<File>) => void;
  dismiss: (id: number) => void;
}

/** As the appliance has it, so that nobody sends for minutes what will be refused. */
const LIMIT_BYTES = 20 * 1024 * 1024;

/** @param onTaken told of each font that was taken */
export function useUploads(projectId: string, onTaken: () => void): FontUploads {
  const [uploads, setUploads] = useState<FontUpload[]>([]);
  const [takenCount, setTakenCount] = useState(0);
  const nextId = useRef(0);
  const queue = useRef<{ id: number; file: File }[]>([]);
  const busy = useRef(false);
  const controller = useRef(new AbortController());
  const latestOnTaken = useRef(onTaken);
  latestOnTaken.current = onTaken;

  useEffect(() => {
    const own = new AbortController();
    controller.current = own;
    return () => own.abort();
  }, []);

  const set = useCallback((id: number, state: FontUpload["state"]) => {
    setUploads((before) => before.map((upload) => (upload.id === id ? { ...upload, state } : upload)));
  }, []);
  const dismiss = useCallback((id: number) => setUploads((before) => before.filter((upload) => upload.id !== id)), []);

  const work = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    const { signal } = controller.current;
    for (let next = queue.current.shift(); next !== undefined && !signal.aborted; next = queue.current.shift()) {
      const { id, file } = next;
      try {
        if (file.size > LIMIT_BYTES) throw new Error(messages.fonts.upload.tooLarge);
        set(id, { kind: "sending", fraction: 0 });
        await api.uploadFont(projectId, file, {
          signal,
          onProgress: (fraction) => set(id, fraction < 1 ? { kind: "sending", fraction } : { kind: "reading" }),
        });
        dismiss(id);
        setTakenCount((count) => count + 1);
        latestOnTaken.current();
      } catch (error) {
        if (!isAbort(error)) set(id, { kind: "refused", sentence: sentenceOf(error) });
      }
    }
    busy.current = false;
  }, [projectId, set, dismiss]);

  const add = useCallback(
    (files: Iterable<File>) => {
      const added = [...files].map((file) => ({ id: nextId.current++, file }));
      queue.current.push(...added);
      setUploads((before) => [
        ...before,
        ...added.map(({ id, file }): FontUpload => ({ id, name: file.name, state: { kind: "queued" } })),
      ]);
      void work();
    },
    [work],
  );

  return { uploads, takenCount, add, dismiss };
}
