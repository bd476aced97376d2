/** The archives of running checks, in memory. Sites download them like any other; Galley never stores them. */
import type { ArchiveKey } from "../archives/archives.ts";
import type { Archive } from "../archives/zip.ts";
import type { Clock } from "../core/runtime.ts";
import type { StoredDownload } from "../deliveries/delivery-store.ts";

const MAX_DOWNLOADS = 100;
const WAIT_FOR_END_MS = 3_000;

interface Offered {
  key: ArchiveKey;
  archive: Archive;
  downloads: StoredDownload[];
  underWay: number;
  /** Called when no download is running. */
  idle: () => void;
}

export type CheckArchives = ReturnType<typeof createCheckArchives>;

export function createCheckArchives(clock: Clock) {
  const offered = new Map<string, Offered>();
  return {
    /** Offers an archive for download while `work` runs. */
    async offer<T>(key: ArchiveKey, archive: Archive, work: () => Promise<T>): Promise<T> {
      offered.set(key.archiveId, { key, archive, downloads: [], underWay: 0, idle: () => undefined });
      try {
        return await work();
      } finally {
        offered.delete(key.archiveId);
      }
    },
    /** Null if the parts of the key do not belong together. */
    find(key: ArchiveKey): Archive | null {
      const entry = offered.get(key.archiveId);
      const fits =
        entry?.key.projectId === key.projectId &&
        entry.key.materialId === key.materialId &&
        entry.key.fingerprint === key.fingerprint;
      return fits ? entry.archive : null;
    },
    /** Returns the function to call at the end of the download; null if it belongs to no check. */
    startDownload(archiveId: string): ((download: StoredDownload) => void) | null {
      const entry = offered.get(archiveId);
      if (entry === undefined) return null;
      entry.underWay += 1;
      return (download) => {
        if (entry.downloads.length < MAX_DOWNLOADS) entry.downloads.push(download);
        entry.underWay -= 1;
        if (entry.underWay === 0) entry.idle();
      };
    },
    /** Downloads that ended since the last call; waits briefly for running ones. @returns unfinished: some still run */
    async takeDownloads(archiveId: string): Promise<{ downloads: StoredDownload[]; unfinished: boolean }> {
      const entry = offered.get(archiveId);
      if (entry === undefined) return { downloads: [], unfinished: false };
      if (entry.underWay > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        entry.idle = resolve;
        const cancel = clock.after(WAIT_FOR_END_MS, resolve);
        await promise;
        cancel();
      }
      return { downloads: entry.downloads.splice(0), unfinished: entry.underWay > 0 };
    },
  };
}
