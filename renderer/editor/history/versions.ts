import type { Node } from "@tiptap/pm/model";
import type { VmsJson } from "../../../server/article/vms-json.ts";
import type {
  EditorEvents,
  SavedVersion,
  SiteCopy,
  SiteCopyView,
  VersionView,
} from "../../../server/contracts/editor-api.ts";
import type { ArticleSession, ArticleTab } from "../client/article-session.ts";
import type { DraftKeeper } from "../drafts/draft-keeper.ts";
import type { ShownState } from "../drafts/galley-state.ts";
import type { UnsavedChanges } from "../drafts/offers.ts";
import { messages } from "../messages/index.ts";
import { createStore, type Readable } from "../ui/lib/store.ts";

export type Versions = ReturnType<typeof createVersions>;

export interface HistorySession extends ArticleSession {
  versions: Versions;
  siteCopy: Readable<SiteCopyView | null>;
  preview: PreviewPages;
  offers: Readable<readonly UnsavedChanges[]>;
  /** Number of the version that the text is based on. */
  base: Readable<number | null>;
  refresh(): Promise<UnsavedChanges[]>;
  restoreChanges(changes: UnsavedChanges): Promise<void>;
  discardChanges(changes: UnsavedChanges): Promise<void>;
  /** Saves an old version as the newest and shows it. @throws the errors of client/api.ts */
  restoreVersion(number: number): Promise<void>;
  takeSiteCopy(copy: SiteCopy): Promise<void>;
  /** Converts a state to a document; null if this editor cannot show it. */
  docOf(state: VmsJson): Node | null;
}

/** The known versions, newest first. */
export function createVersions(initial: VersionView[]) {
  const list = createStore<VersionView[]>([]);
  /** Number of events since the page was opened. */
  let updateCount = 0;
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
    /** Read before a list is fetched. @see replace */
    updateCount: () => updateCount,
    /** Applies a fetched list, but keeps later updates. @param countBefore `updateCount` at the request */
    replace(fresh: VersionView[], countBefore: number): void {
      const isNewer = ({ number }: VersionView) => (versions.get(number) ?? 0) > countBefore;
      for (const [number, { count }] of deliveries) if (count <= countBefore) deliveries.delete(number);
      put([...list.get().filter(isNewer), ...fresh]);
    },
    addOlder: (older: VersionView[]) => put([...older, ...list.get()]),
    applyVersion: (version: EditorEvents["version"]) => add(version),
    /** Applies an `event: delivery`, which may arrive before its version. */
    applyDelivery({ version_number, ...delivery }: EditorEvents["delivery"]): void {
      updateCount += 1;
      deliveries.set(version_number, { delivery, count: updateCount });
      put(list.get());
    },
    /** Adds a version that this tab saved, if the response arrived before the event. */
    saved(version: SavedVersion, userEmail: string | null): void {
      if (list.get().some((known) => known.number === version.number)) return;
      add({ ...version, user_email: userEmail, readable: true, size: 0, current: true, delivery: null });
    },
  };
}

/** A version newer than the base version of this tab; null if there is none. */
export function newerVersion(list: VersionView[], base: number | null): VersionView | null {
  const newest = list[0];
  return newest !== undefined && newest.number > (base ?? 0) ? newest : null;
}

export type PreviewPages = ReturnType<typeof createPreviewPages>;

/** @param base URL of all pages with a trailing slash; changes with each login @param renew fetches a new `base` */
export function createPreviewPages(
  { api, clientId }: Pick<ArticleTab, "api" | "clientId">,
  shown: ShownState,
  drafts: DraftKeeper,
  base: Readable<string>,
  renew: () => Promise<unknown>,
) {
  const ofVersion = (number: number) => `${base.get()}version/${number}/`;
  return {
    ofVersion,
    ofSiteCopy: () => `${base.get()}site-copy/`,
    /** Sends the unsaved changes. @returns the URL of their page @throws Error if the article is empty */
    async ofDraft(): Promise<string> {
      await renew();
      const number = shown.base.get();
      if (!drafts.state.get().unsaved) {
        if (number === null) throw new Error(messages.preview.empty);
        return ofVersion(number);
      }
      // Holds drafts, so that no older draft arrives after this one.
      const release = await drafts.hold();
      try {
        await api.putDraft({ client_id: clientId, ...shown.content() });
      } finally {
        release();
      }
      return `${base.get()}draft/${clientId}/`;
    },
  };
}
