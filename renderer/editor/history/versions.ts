import type { Node } from "@tiptap/pm/model";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type {
  EditorEvents,
  SavedVersion,
  SiteCopy,
  SiteCopyView,
  VersionView,
} from "../../../server/contracts/editor-api.ts";
import type { ArticleSession } from "../client/article-session.ts";
import type { UnsavedWords } from "../drafts/offers.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { PreviewPages } from "./preview/preview-pages.ts";

export type Versions = ReturnType<typeof createVersions>;

export interface HistorySession extends ArticleSession {
  versions: Versions;
  siteCopy: Readable<SiteCopyView | null>;
  preview: PreviewPages;
  /** Fetches versions and drafts again. @throws what the API throws */
  refresh(): Promise<UnsavedWords[]>;
  restoreWords(words: UnsavedWords): Promise<void>;
  dismissWords(words: UnsavedWords): Promise<void>;
  /** Saves an old version as the newest and shows it. @throws what the API throws */
  bringBack(number: number): Promise<void>;
  takeSiteCopy(copy: SiteCopy): Promise<void>;
  /** A state as an article document; null where this editor cannot show it. */
  docOf(state: VmsJson): Node | null;
}

/** The versions of the article that this tab knows of, newest first. */
export function createVersions(initial: VersionView[]) {
  const list = createStore<VersionView[]>([]);
  /** Of versions and deliveries since the page was opened. */
  let updateCount = 0;
  /** By number of the version, with the count at which each came. */
  const deliveries = new Map<number, { delivery: VersionView["delivery"]; count: number }>();
  const versions = new Map<number, number>();

  function put(all: VersionView[]): void {
    const byNumber = new Map(all.map((version) => [version.number, version]));
    const newest = Math.max(0, ...byNumber.keys());
    list.set(
      [...byNumber.values()]
        .map((version) => ({
          ...version,
          current: version.number === newest,
          delivery: deliveries.get(version.number)?.delivery ?? version.delivery,
        }))
        .sort((one, other) => other.number - one.number),
    );
  }

  function add(version: VersionView): void {
    updateCount += 1;
    versions.set(version.number, updateCount);
    put([...list.get(), version]);
  }

  put(initial);
  return {
    list: list as Readable<VersionView[]>,
    find: (number: number | null): VersionView | null =>
      list.get().find((version) => version.number === number) ?? null,
    /** To be noted before the appliance is asked for a list. */
    updateCount: () => updateCount,
    /**
     * A fresh list of the appliance. Updates that came since it was asked for stay: the list may be older than they are.
     * @param countBefore what `updateCount` said when it was asked for
     */
    replace(fresh: VersionView[], countBefore: number): void {
      const isNewer = ({ number }: VersionView) => (versions.get(number) ?? 0) > countBefore;
      for (const [number, { count }] of deliveries) if (count <= countBefore) deliveries.delete(number);
      put([...list.get().filter(isNewer), ...fresh]);
    },
    /** Versions that were saved before those that are known. */
    addOlder: (older: VersionView[]) => put([...older, ...list.get()]),
    /** `event: version` */
    applyVersion: (version: EditorEvents["version"]) => add(version),
    /** `event: delivery`; it may come before the version that it belongs to. */
    applyDelivery({ version_number, ...delivery }: EditorEvents["delivery"]): void {
      updateCount += 1;
      deliveries.set(version_number, { delivery, count: updateCount });
      put(list.get());
    },
    /** This tab's own save, where the answer is faster than the event. */
    saved(version: SavedVersion, userEmail: string | null): void {
      if (list.get().some((known) => known.number === version.number)) return;
      const { number, version_id, created_at } = version;
      add({
        number,
        version_id,
        created_at,
        user_email: userEmail,
        readable: true,
        size: 0,
        current: true,
        delivery: null,
      });
    },
  };
}

/** The version that somebody else saved after this tab's words were begun; null where there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}
