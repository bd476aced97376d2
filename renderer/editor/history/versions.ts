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
import type { UnsavedChanges } from "../drafts/offers.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";
import type { PreviewPages } from "./preview-pages.ts";

export type Versions = ReturnType<typeof createVersions>;

export interface HistorySession extends ArticleSession {
  versions: Versions;
  siteCopy: Readable<SiteCopyView | null>;
  preview: PreviewPages;
  refresh(): Promise<UnsavedChanges[]>;
  restoreChanges(words: UnsavedChanges): Promise<void>;
  discardChanges(words: UnsavedChanges): Promise<void>;
  /** Saves an old version as the newest and shows it. @throws what the API throws */
  restoreVersion(number: number): Promise<void>;
  takeSiteCopy(copy: SiteCopy): Promise<void>;
  /** A state as an article document; null where this editor cannot show it. */
  docOf(state: VmsJson): Node | null;
}

/** The versions that this tab knows, newest first. */
export function createVersions(initial: VersionView[]) {
  const list = createStore<VersionView[]>([]);
  /** Events since the page was opened. */
  let updateCount = 0;
  /** By version number, with the count of their event. */
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
    /** Read it before a list is fetched. @see replace */
    updateCount: () => updateCount,
    /** A fetched list; updates since the request stay. @param countBefore `updateCount` at the request */
    replace(fresh: VersionView[], countBefore: number): void {
      const isNewer = ({ number }: VersionView) => (versions.get(number) ?? 0) > countBefore;
      for (const [number, { count }] of deliveries) if (count <= countBefore) deliveries.delete(number);
      put([...list.get().filter(isNewer), ...fresh]);
    },
    addOlder: (older: VersionView[]) => put([...older, ...list.get()]),
    applyVersion: (version: EditorEvents["version"]) => add(version),
    /** `event: delivery`; it may come before the version that it belongs to. */
    applyDelivery({ version_number, ...delivery }: EditorEvents["delivery"]): void {
      updateCount += 1;
      deliveries.set(version_number, { delivery, count: updateCount });
      put(list.get());
    },
    /** A save of this tab, whose response came before the event. */
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

/** A version newer than the one that this tab is based on; null where there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}
