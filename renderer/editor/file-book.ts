import { dummyReference, isSiteUrl } from "../../server/article/assets.ts";
import type { AssetEntry } from "../../server/article/vms-json.ts";
import type { UploadedMedia } from "../../server/editor/editor-api.ts";

/** The files that this tab knows: of the loaded state, of a restored draft, uploaded here. */
export interface FileBook {
  get(file: string): AssetEntry | undefined;
  /** Entries of a loaded state; a known `clientUrl` of the site is newer than one that waits for it. */
  learn(entries: Record<string, AssetEntry>): void;
  add(media: UploadedMedia): void;
  /** Address of the bytes at the appliance: the only place that pictures are loaded from. */
  url(file: string): string;
}

/** @param url gives the address of a file */
export function createFileBook(url: (file: string) => string): FileBook {
  const entries = new Map<string, AssetEntry>();
  return {
    get: (file) => entries.get(file),
    learn(loaded) {
      for (const [file, entry] of Object.entries(loaded)) {
        const known = entries.get(file);
        const clientUrl = isSiteUrl(entry.clientUrl) ? entry.clientUrl : (known?.clientUrl ?? entry.clientUrl);
        entries.set(file, { ...entry, clientUrl });
      }
    },
    add(media) {
      entries.set(media.file_name, {
        clientUrl: dummyReference(media.file_name),
        ...entries.get(media.file_name),
        type: media.type,
        size: media.size,
        ...(media.width === null ? {} : { width: media.width }),
        ...(media.height === null ? {} : { height: media.height }),
      });
    },
    url,
  };
}
