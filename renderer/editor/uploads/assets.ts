import type { ContainerDefinition } from "../../../server/article/containers.ts";
import type { EmbedSettings } from "../../../server/article/embeds/settings.ts";
import { type AssetEntry, dummyReference, isSiteUrl } from "../../../server/article/vms-json.ts";
import type { EditorEvents, EditorSession } from "../../../server/contracts/editor-api.ts";
import type { UploadedMedia } from "../../../server/contracts/media-api.ts";
import { jsonAttribute } from "../ui/lib/dom.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { Imports } from "./imports.ts";
import type { UploadQueue } from "./upload-queue.ts";

/** A file that Galley does not have. pending: being fetched. failed: could not be fetched. gone: has no URL. */
export type MissingFile = Omit<EditorEvents["asset"], "file_name" | "state"> &
  Pick<EditorSession["restoring"][number], "state">;

export type Assets = ReturnType<typeof createAssets>;

/** The files known to this tab, from the loaded state or draft or uploaded here. */
export function createAssets(url: (file: string) => string) {
  const entries = new Map<string, AssetEntry>();
  const missing = createStore<ReadonlyMap<string, MissingFile>>(new Map());
  const widened = createStore(0);
  return {
    get: (file: string): AssetEntry | undefined => entries.get(file),
    /** Adds the entries of a loaded state, but keeps a known `clientUrl` of the site. */
    learn(loaded: Record<string, AssetEntry>): void {
      for (const [file, entry] of Object.entries(loaded)) {
        const known = entries.get(file);
        const clientUrl = isSiteUrl(entry.clientUrl) ? entry.clientUrl : (known?.clientUrl ?? entry.clientUrl);
        entries.set(file, { ...entry, clientUrl });
      }
    },
    add(media: UploadedMedia): void {
      entries.set(media.file_name, {
        clientUrl: dummyReference(media.file_name),
        ...entries.get(media.file_name),
        type: media.type,
        size: media.size,
        ...(media.width === null ? {} : { width: media.width }),
        ...(media.height === null ? {} : { height: media.height }),
        ...(media.widths === undefined ? {} : { widths: media.widths }),
      });
      if (media.widths !== undefined) widened.set(widened.get() + 1);
    },
    /** Counter, increased when narrower files are added. */
    widened: widened as Readable<number>,
    /** Files that Galley does not have (contract 3). */
    missing: missing as Readable<ReadonlyMap<string, MissingFile>>,
    setMissing: (files: EditorSession["restoring"]): void =>
      missing.set(new Map(files.map((file) => [file.file_name, file]))),
    fetched({ file_name, state, ...why }: EditorEvents["asset"]): void {
      const left = new Map(missing.get());
      if (state === "failed") left.set(file_name, { state, ...why });
      else left.delete(file_name);
      missing.set(left);
    },
    url,
  };
}

export interface MediaParts {
  files: Assets;
  queue: UploadQueue;
  imports: Imports;
}

export interface ArticleParts extends MediaParts {
  embeds: EmbedSettings;
  containers: readonly ContainerDefinition[];
}

/** The file of a copied block (see `dataAttributes`); undefined if it is not a file of this session. */
export function knownFile(block: Element, files: Assets): string | undefined {
  const file = jsonAttribute(block, "data-file");
  return typeof file === "string" && files.get(file) !== undefined ? file : undefined;
}
